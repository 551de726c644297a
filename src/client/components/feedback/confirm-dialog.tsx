import { type ReactNode, useState } from 'react';
import { TextFormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { FormDialog } from './form-dialog.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  /** The consequences, with numbers if possible. */
  readonly children: ReactNode;
  /** The label of the button, a verb. */
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** Puts the focus on the button, so that Enter is enough. */
  readonly startsAtConfirm?: boolean;
  /** Text that must be typed to enable the button. */
  readonly typeToConfirm?: string;
  /** True while there is nothing to confirm. */
  readonly disabled?: boolean;
  readonly pending?: boolean;
  /** The error of the last attempt. */
  readonly error?: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation of an action that is hard to undo. Render it only while open. */
export function ConfirmDialog({
  typeToConfirm,
  children,
  confirmLabel,
  startsAtConfirm = false,
  disabled = false,
  onConfirm,
  ...form
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState('');
  const confirmed = typeToConfirm === undefined || typed.trim() === typeToConfirm;
  return (
    <FormDialog
      {...form}
      submitLabel={confirmLabel}
      startsAtSubmit={startsAtConfirm}
      disabled={disabled || !confirmed}
      onSubmit={onConfirm}
    >
      {children}
      {typeToConfirm !== undefined && (
        <TextFormField
          label={t`Enter ${typeToConfirm} to continue`}
          name="confirmation"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
