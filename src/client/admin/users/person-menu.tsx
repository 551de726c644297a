import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCallMutation } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { HoldQuestion } from '#client/components/hold/hold-menu.tsx';
import { paths } from '#client/paths.ts';
import { useSessionUser } from '#client/store/store.ts';
import { OverflowMenu } from '#client/ui/overflow-menu.tsx';
import { t } from '#shared/languages/translate.ts';
import type { ListedUser } from '#shared/users/calls.ts';
import { RoleDialog } from './role-dialog.tsx';

const ConfirmEmailDialog = lazyChunk(
  'confirm-email-dialog',
  async () => (await import('./account-help-dialogs.tsx')).ConfirmEmailDialog,
  'window',
);

const PasswordLinkDialog = lazyChunk(
  'password-link-dialog',
  async () => (await import('./account-help-dialogs.tsx')).PasswordLinkDialog,
  'window',
);

const QuotasDialog = lazyChunk(
  'quotas-dialog',
  async () => (await import('./quotas-dialog.tsx')).QuotasDialog,
  'window',
);

const SuspendDialog = lazyChunk(
  'suspend-dialog',
  async () => (await import('./suspend-dialog.tsx')).SuspendDialog,
  'window',
);

const TokensDialog = lazyChunk(
  'tokens-dialog',
  async () => (await import('./tokens-dialog.tsx')).TokensDialog,
  'window',
);

/** Returns the reason why admins can't change themselves, which also protects the last admin. */
function selfDenialReason(what: string, { isLastAdmin }: ListedUser): string {
  return isLastAdmin
    ? `${what} ${t`You’re the last admin: make someone else an admin first.`}`
    : `${what} ${t`Ask another admin.`}`;
}

/** An admin’s account can’t be taken over by another admin’s link. */
function passwordLinkDenialReason({ role }: ListedUser, isSelf: boolean): string | null {
  if (isSelf) return t`Change your own password in your settings.`;
  return role === 'admin'
    ? t`Only the operator resets the password of an admin, by the command reset-password.`
    : null;
}

const DeleteNowDialog = lazyChunk(
  'delete-now-dialog',
  async () => (await import('./deletion-dialogs.tsx')).DeleteNowDialog,
  'window',
);

const DeclineDeletionDialog = lazyChunk(
  'decline-deletion-dialog',
  async () => (await import('./deletion-dialogs.tsx')).DeclineDeletionDialog,
  'window',
);

type Question =
  | 'deletion'
  | 'decline'
  | 'role'
  | 'email'
  | 'password'
  | 'quotas'
  | 'tokens'
  | 'hold'
  | 'lift'
  | 'suspension';

/** Offers the actions of an admin on one user. */
export function PersonMenu({ person, name }: { person: ListedUser; name: string }) {
  const navigate = useNavigate();
  const isSelf = useSessionUser().uid === person.uid;
  const [asking, setAsking] = useState<Question | null>(null);
  const verify = useCallMutation('users.setVerified');
  const isSuspended = person.suspendedAt !== null;
  const close = () => setAsking(null);
  return (
    <>
      <OverflowMenu
        label={t`Actions for ${name}`}
        actions={[
          { label: t`View history`, onChoose: () => void navigate(paths.auditOf({ about: person.uid })) },
          {
            label: t`Change role`,
            reason: isSelf ? selfDenialReason(t`You can’t change your own role.`, person) : null,
            onChoose: () => setAsking('role'),
          },
          {
            label: person.isVerified ? t`Remove verified badge` : t`Verify`,
            onChoose: () => verify.mutate({ uid: person.uid, verified: !person.isVerified }),
          },
          ...(person.emailVerified ? [] : [{ label: t`Confirm email`, onChoose: () => setAsking('email') }]),
          {
            label: t`Create password link`,
            reason: passwordLinkDenialReason(person, isSelf),
            onChoose: () => setAsking('password'),
          },
          ...(person.role === 'user' ? [] : [{ label: t`Quotas`, onChoose: () => setAsking('quotas') }]),
          { label: t`API tokens`, onChoose: () => setAsking('tokens') },
          ...(person.appCount === 0 && person.hold === null
            ? []
            : [
                {
                  label: person.hold === null ? t`Put all apps on hold` : t`Lift hold`,
                  isDangerous: person.hold === null,
                  onChoose: () => setAsking(person.hold === null ? 'hold' : 'lift'),
                },
              ]),
          ...(person.deletion?.state === 'pending'
            ? [
                { label: t`Decline deletion`, onChoose: () => setAsking('decline') },
                {
                  label: t`Delete account now`,
                  isDangerous: true,
                  reason: isSelf ? t`Delete your own account in your settings.` : null,
                  onChoose: () => setAsking('deletion'),
                },
              ]
            : []),
          {
            label: isSuspended ? t`Lift suspension` : t`Suspend`,
            isDangerous: !isSuspended,
            reason: isSelf ? selfDenialReason(t`You can’t suspend yourself.`, person) : null,
            onChoose: () => setAsking('suspension'),
          },
        ]}
      />
      {verify.error !== null && <CallErrorAlert error={verify.error} />}
      <Suspense fallback={null}>
        {asking === 'role' && <RoleDialog person={person} name={name} onClose={close} />}
        {asking === 'email' && <ConfirmEmailDialog person={person} name={name} onClose={close} />}
        {asking === 'password' && <PasswordLinkDialog person={person} name={name} onClose={close} />}
        {asking === 'quotas' && <QuotasDialog person={person} name={name} onClose={close} />}
        {asking === 'tokens' && <TokensDialog person={person} name={name} onClose={close} />}
        {(asking === 'hold' || asking === 'lift') && (
          <HoldQuestion
            subject="publisher"
            subjectId={person.uid}
            name={name}
            isHeld={asking === 'lift'}
            onClose={close}
          />
        )}
        {asking === 'deletion' && <DeleteNowDialog person={person} name={name} onClose={close} />}
        {asking === 'decline' && <DeclineDeletionDialog person={person} name={name} onClose={close} />}
        {asking === 'suspension' && (
          <SuspendDialog person={person} name={name} suspend={!isSuspended} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
