import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { ReasonDialog } from '#client/components/feedback/reason-dialog.tsx';
import { useHoldChoice } from '#client/components/hold/hold-fields.tsx';
import { t } from '#shared/languages/translate.ts';
import { type ListedUser, personReasonSchema } from '#shared/users/calls.ts';
import type { PersonDialogProps } from './role-dialog.tsx';

type SuspendDialogProps = PersonDialogProps & {
  readonly person: Pick<ListedUser, 'appCount' | 'hold'>;
  readonly suspend: boolean;
};

/** Suspends a user, and holds their apps unless told otherwise, or lifts the suspension, with a reason for the records. */
export function SuspendDialog({ person, name, suspend, onClose }: SuspendDialogProps) {
  const change = useCallMutation('users.suspend');
  const hold = useHoldChoice();
  /** Null until somebody decides: malware is held by default, anything else is not. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const lift = useCallMutation('holds.lift');
  const held = useCallQuery(
    'holds.list',
    { subjectId: person.uid },
    { enabled: !suspend && person.hold !== null },
  );
  const ownHold = held.data?.holds[0];
  const [isLifting, setLifting] = useState(false);
  const canHold = suspend && person.appCount > 0 && person.hold === null;
  const isHolding = canHold && (chosen ?? hold.kind === 'malware');
  return (
    <ReasonDialog
      title={suspend ? t`Suspend ${name}?` : t`Lift the suspension of ${name}?`}
      confirmLabel={suspend ? t`Suspend` : t`Lift suspension`}
      danger={suspend}
      help={t`Kept on record, and shown to the person when they try to sign in.`}
      schema={personReasonSchema}
      checkFields={() => !isHolding || hold.check()}
      pending={change.isPending || lift.isPending}
      error={change.error ?? lift.error}
      onConfirm={(reason) =>
        change.mutate(
          {
            uid: person.uid,
            suspended: suspend,
            reason,
            ...(isHolding && { hold: { reason, ...hold.input } }),
          },
          {
            onSuccess: () =>
              isLifting && ownHold
                ? lift.mutate({ holdId: ownHold.id, reason }, { onSuccess: onClose })
                : onClose(),
          },
        )
      }
      onClose={onClose}
    >
      <Typography>
        {suspend
          ? t`They’re signed out everywhere and can’t sign in. Their published apps stay available unless you put them on hold.`
          : t`They can sign in again with the same role.`}
      </Typography>
      {ownHold && (
        <FormControlLabel
          control={<Checkbox checked={isLifting} onChange={(_, checked) => setLifting(checked)} />}
          label={t`Also lift the hold on their apps`}
        />
      )}
      {canHold && (
        <>
          {hold.fields}
          <FormControlLabel
            control={<Checkbox checked={isHolding} onChange={(_, checked) => setChosen(checked)} />}
            label={t`Put all their apps on hold`}
          />
        </>
      )}
    </ReasonDialog>
  );
}
