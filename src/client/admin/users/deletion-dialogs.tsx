import Typography from '@mui/material/Typography';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { DeclineRequestDialog } from '#client/components/removal/decline-request-dialog.tsx';
import { plural, t } from '#shared/languages/translate.ts';
import type { ListedUser } from '#shared/users/calls.ts';

interface DeletionDialogProps {
  readonly person: Pick<ListedUser, 'uid' | 'email' | 'appCount'>;
  readonly name: string;
  readonly onClose: () => void;
}

/** Deletes an account now, as its owner asked, instead of on its date. */
export function DeleteNowDialog({ person, name, onClose }: DeletionDialogProps) {
  const remove = useCallMutation('users.carryOutDeletion');
  return (
    <ConfirmDialog
      title={t`Delete the account of ${name} now?`}
      confirmLabel={t`Delete account`}
      danger
      typeToConfirm={person.email}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ uid: person.uid }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>
        {t`They asked for the deletion, and could have kept the account until its date. It can’t be restored.`}{' '}
        {person.appCount > 0 &&
          plural(person.appCount, {
            one: '# app leaves the store with it.',
            other: '# apps leave the store with it.',
          })}
      </Typography>
    </ConfirmDialog>
  );
}

/** Declines the deletion of an account, which needs a ground and a reason. */
export function DeclineDeletionDialog({ person, name, onClose }: DeletionDialogProps) {
  const decline = useCallMutation('users.declineDeletion');
  return (
    <DeclineRequestDialog
      title={t`Decline the deletion of the account of ${name}?`}
      pending={decline.isPending}
      error={decline.error}
      onDecline={(decision) => decline.mutate({ uid: person.uid, ...decision }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>
        {t`People may leave whenever they like. Decline only where a law or an open case asks for it. Their apps stay, too, and they can ask again.`}
      </Typography>
    </DeclineRequestDialog>
  );
}
