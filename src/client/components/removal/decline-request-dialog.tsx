import { useState } from 'react';
import { ReasonDialog, type ReasonDialogProps } from '#client/components/feedback/reason-dialog.tsx';
import { SelectFormField } from '#client/ui/select-field.tsx';
import { declineReasonSchema } from '#shared/account/deletion.ts';
import { DECLINE_GROUNDS, type DeclineGround } from '#shared/account/notice.ts';
import { t } from '#shared/languages/translate.ts';

interface DeclineRequestDialogProps
  extends Pick<ReasonDialogProps, 'title' | 'pending' | 'error' | 'onClose' | 'children'> {
  readonly onDecline: (decision: { readonly ground: DeclineGround; readonly reason: string }) => void;
}

/** Declines a publisher's request to leave, which needs a ground and a reason that they read. */
export function DeclineRequestDialog({ onDecline, children, ...dialog }: DeclineRequestDialogProps) {
  const [ground, setGround] = useState<DeclineGround>('case');
  return (
    <ReasonDialog
      {...dialog}
      confirmLabel={t`Decline`}
      danger
      help={t`Shown to the person.`}
      schema={declineReasonSchema}
      onConfirm={(reason) => onDecline({ ground, reason })}
    >
      {children}
      <SelectFormField
        label={t`Ground`}
        options={DECLINE_GROUNDS}
        value={ground}
        onChoose={(chosen) => setGround(chosen)}
      />
    </ReasonDialog>
  );
}
