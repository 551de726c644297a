import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { canUsePasskeys } from '#client/backend/can-use-passkeys.ts';
import { addPasskey } from '#client/backend/passkeys.ts';
import { StepUpContext, withProof } from '#client/backend/step-up.ts';
import { useIdentityMutation, useIdentityQuery } from '#client/backend/use-identity.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';

const LIST = 'passkey/list-user-passkeys';

interface Passkey {
  readonly id: string;
  readonly name?: string | null;
  readonly createdAt: string;
}

/** The passkeys of the account: adding one, removing one. */
export function PasskeysSection() {
  const { data, error, refetch } = useIdentityQuery<Passkey[]>(LIST);
  const [asking, setAsking] = useState<'add' | Passkey | null>(null);
  const close = () => setAsking(null);
  return (
    <Section title="Passkeys">
      <Typography sx={{ mb: 2, maxWidth: 640 }}>
        A passkey signs you in by your device’s own lock, such as a finger or a PIN, in place of password and
        code. Nobody can get it out of you by a false page.
      </Typography>
      {error !== null && <CallErrorAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <ListSkeleton rows={1} />}
      {data !== undefined && data.length > 0 && (
        <Box component="ul" aria-label="Passkeys" sx={{ m: 0, mb: 2, p: 0, listStyle: 'none' }}>
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
                  added <Time iso={passkey.createdAt} />
                </Typography>
              </Box>
              <Button
                color="error"
                aria-label={`Remove ${nameOf(passkey)}`}
                onClick={() => setAsking(passkey)}
              >
                Remove
              </Button>
            </Box>
          ))}
        </Box>
      )}
      <ReasonedButton
        variant="outlined"
        reason={canUsePasskeys() ? null : 'This browser cannot use passkeys. Try a newer one.'}
        onClick={() => setAsking('add')}
      >
        Add a passkey
      </ReasonedButton>
      {asking === 'add' && <AddDialog onClose={close} />}
      {asking !== null && asking !== 'add' && <RemoveDialog passkey={asking} onClose={close} />}
    </Section>
  );
}

function nameOf({ name }: Passkey): string {
  return name || 'Passkey';
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { auth, documents } = useBackend();
  const prove = useContext(StepUpContext);
  const [name, setName] = useState('');
  const [isUnnamed, setUnnamed] = useState(false);
  const add = useMutation({
    mutationFn: () => withProof(() => addPasskey(auth, name.trim()), prove),
    onSuccess: async () => {
      await documents.cache.invalidateQueries({ queryKey: [`auth/${LIST}`] });
      onClose();
    },
  });

  function confirm() {
    setUnnamed(name.trim() === '');
    if (name.trim() !== '') add.mutate();
  }

  return (
    <ConfirmDialog
      title="Add a passkey"
      confirmLabel="Add the passkey"
      pending={add.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextFormField
        label="Name"
        help="By which you recognise it later, such as the device’s name."
        error={isUnnamed ? 'Enter a name.' : undefined}
        value={name}
        onChange={(event) => setName(event.target.value)}
        inputProps={{ maxLength: 60 }}
      />
      {add.error !== null && <Alert severity="error">{add.error.message}</Alert>}
    </ConfirmDialog>
  );
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useIdentityMutation('passkey/delete-passkey', [`auth/${LIST}`]);
  return (
    <ConfirmDialog
      title={`Remove ${nameOf(passkey)}?`}
      confirmLabel="Remove"
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ id: passkey.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>
        It no longer signs you in. Your device may go on offering it until you delete it there.
      </Typography>
    </ConfirmDialog>
  );
}
