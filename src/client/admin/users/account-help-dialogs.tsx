import { useCallMutation } from '#client/backend/use-call.ts';
import { LinkDialog } from '#client/components/credentials/link-dialog.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { t } from '#shared/languages/translate.ts';
import type { ListedUser } from '#shared/users/calls.ts';
import { PASSWORD_LINK_HOURS } from '#shared/users/invitation-calls.ts';

interface HelpDialogProps {
  readonly person: ListedUser;
  /** The user's name as the page shows it. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Confirms a user's address, after saying what the admin vouches for. */
export function ConfirmEmailDialog({ person, name, onClose }: HelpDialogProps) {
  const confirm = useCallMutation('users.confirmEmail');
  return (
    <ConfirmDialog
      title={t`Confirm the email of ${name}?`}
      confirmLabel={t`Confirm email`}
      pending={confirm.isPending}
      error={confirm.error}
      onConfirm={() => confirm.mutate({ uid: person.uid }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <span>
        {t`Anyone could have created an account with ${person.email}. Confirm it only if you know that this account is its owner’s, for example because they told you in person. We’ll tell them.`}
      </span>
    </ConfirmDialog>
  );
}

/** Creates a link for a new password, and shows it once. */
export function PasswordLinkDialog({ person, name, onClose }: HelpDialogProps) {
  const create = useCallMutation('users.createPasswordLink');
  if (create.data !== undefined) {
    return (
      <LinkDialog
        title={t`Password link for ${name}`}
        warning={t`Copy the link now and pass it on. You won’t see it again. It works once, for ${PASSWORD_LINK_HOURS} hours, and whoever opens it gets the account.`}
        link={create.data.link}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={t`Create a password link for ${name}?`}
      confirmLabel={t`Create link`}
      pending={create.isPending}
      error={create.error}
      onConfirm={() => create.mutate({ uid: person.uid })}
      onClose={onClose}
    >
      <span>
        {person.emailVerified
          ? t`Whoever opens the link sets a new password and signs the account out everywhere. We’ll tell ${name}.`
          : t`Whoever opens the link sets a new password, which confirms the email and removes everything that was added to the account before.`}
      </span>
    </ConfirmDialog>
  );
}
