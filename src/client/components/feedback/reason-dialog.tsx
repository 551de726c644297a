import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { GrowingTextField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

export interface ReasonDialogProps {
  readonly title: string;
  /** The label of the button, a verb. */
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** The users who will see the reason. */
  readonly help: string;
  /** The schema of the call's reason. */
  readonly schema: z.ZodType<string>;
  /** Text that must be typed to enable the button. */
  readonly typeToConfirm?: string;
  /** Checks the other fields, and shows what is wrong with them. Returns true when nothing is. */
  readonly checkFields?: () => boolean;
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
  /** The consequences, with numbers if possible. */
  readonly children: ReactNode;
}

/** Asks for confirmation and a reason, for staff decisions about others. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { help, schema, checkFields = () => true, onConfirm, children, ...dialog } = props;
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();

  function confirm() {
    const parsed = schema.safeParse(reason);
    setProblem(parsed.error?.issues[0]?.message);
    if (checkFields() && parsed.success) onConfirm(parsed.data);
  }

  return (
    <ConfirmDialog {...dialog} onConfirm={confirm}>
      {children}
      <GrowingTextField
        label={t`Reason`}
        help={help}
        error={problem}
        required
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
