import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { ReauthenticationContext, withReauthentication } from '#client/backend/reauthentication.ts';
import { useIdentityMutation, useIdentityQuery } from '#client/backend/use-identity.ts';
import { canUsePasskeys } from '#client/components/credentials/can-use-passkeys.ts';
import { addPasskey } from '#client/components/credentials/passkeys.ts';
import { unconfirmedReason } from '#client/components/credentials/unconfirmed-reason.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import { MAX_PASSKEY_NAME_LENGTH } from '#shared/users/name.ts';

const LIST = 'passkey/list-user-passkeys';

interface Passkey {
  readonly id: string;
  readonly name?: string | null;
  readonly createdAt: string;
}

/** Lists the account's passkeys, with buttons to add and remove them. */
export function PasskeysSection({ isEmailConfirmed }: { isEmailConfirmed: boolean }) {
  const call = useIdentityQuery<Passkey[]>(LIST);
  const { data } = call;
  const [asking, setAsking] = useState<'add' | Passkey | null>(null);
  const close = () => setAsking(null);
  return (
    <Section title={t`Passkeys`}>
      <Typography sx={{ mb: 2, maxWidth: 640 }}>
        {t`Sign in with your device’s lock, such as a fingerprint or PIN, instead of a password and code. It can’t be phished.`}
      </Typography>
      <CallStatus call={call} skeleton={<ListSkeleton rows={1} />} />
      {data !== undefined && data.length > 0 && (
        <Box component="ul" aria-label={t`Passkeys`} sx={{ m: 0, mb: 2, p: 0, listStyle: 'none' }}>
          {data.map((passkey) => (
            <Box
              key={passkey.id}
              component="li"
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 2,
                py: 1,
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{nameOf(passkey)}</Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {rich`added ${<Time iso={passkey.createdAt} />}`}
                </Typography>
              </Box>
              <Button
                color="error"
                aria-label={t`Remove ${nameOf(passkey)}`}
                onClick={() => setAsking(passkey)}
              >
                {t`Remove`}
              </Button>
            </Box>
          ))}
        </Box>
      )}
      <ReasonedButton
        variant="outlined"
        reason={
          canUsePasskeys()
            ? unconfirmedReason(isEmailConfirmed)
            : t`This browser doesn’t support passkeys. Try a newer one.`
        }
        onClick={() => setAsking('add')}
      >
        {t`Add a passkey`}
      </ReasonedButton>
      {asking === 'add' && <AddDialog onClose={close} />}
      {asking !== null && asking !== 'add' && <RemoveDialog passkey={asking} onClose={close} />}
    </Section>
  );
}

function nameOf({ name }: Passkey): string {
  return name || t`Passkey`;
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { auth, documents } = useBackend();
  const reauthenticate = useContext(ReauthenticationContext);
  const [name, setName] = useState('');
  const [isUnnamed, setUnnamed] = useState(false);
  const add = useMutation({
    mutationFn: () => withReauthentication(() => addPasskey(auth, name.trim()), reauthenticate),
    onSuccess: async () => {
      await documents.whenRefreshed();
      onClose();
    },
  });

  function confirm() {
    setUnnamed(name.trim() === '');
    if (name.trim() !== '') add.mutate();
  }

  return (
    <ConfirmDialog
      title={t`Add a passkey`}
      confirmLabel={t`Add passkey`}
      pending={add.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextFormField
        label={t`Name`}
        help={t`A name to recognise it by, such as the device’s name.`}
        error={isUnnamed ? t`Enter a name.` : undefined}
        value={name}
        onChange={(event) => setName(event.target.value)}
        inputProps={{ maxLength: MAX_PASSKEY_NAME_LENGTH }}
      />
      {add.error !== null && <Alert severity="error">{add.error.message}</Alert>}
    </ConfirmDialog>
  );
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useIdentityMutation('passkey/delete-passkey');
  return (
    <ConfirmDialog
      title={t`Remove ${nameOf(passkey)}?`}
      confirmLabel={t`Remove`}
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ id: passkey.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>
        {t`It can’t be used to sign in anymore. Your device may still offer it until you delete it there.`}
      </Typography>
    </ConfirmDialog>
  );
}
