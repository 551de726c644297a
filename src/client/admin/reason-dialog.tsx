import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';

export interface ReasonDialogProps {
  readonly title: string;
  /** A verb: what the button does. */
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** Who reads the reason. */
  readonly help: string;
  /** The rule of the call that the reason goes to. */
  readonly schema: z.ZodType<string>;
  /** A name that must be typed before the button works. */
  readonly typeToConfirm?: string;
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
  /** What will happen, in numbers where there are any. */
  readonly children: ReactNode;
}

/** Asks before a decision of the store that somebody else must live with, and for its reason. */
export function ReasonDialog({ help, schema, onConfirm, children, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();

  function confirm() {
    const parsed = schema.safeParse(reason);
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) onConfirm(parsed.data);
  }

  return (
    <ConfirmDialog {...dialog} onConfirm={confirm}>
      {children}
      <TextFormField
        label="Reason"
        help={help}
        error={problem}
        required
        multiline
        minRows={3}
        maxRows={12}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setProblem(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
