import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useIdentityMutation } from '#client/backend/use-identity.ts';
import { CopyId } from '#client/ui/copy.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Setup {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

/** Switching two-factor sign-in on: the password, the app with a first code, then the recovery codes. */
export function TwoFactorDialog({ onClose }: { onClose: () => void }) {
  const [setup, setSetup] = useState<Setup | null>(null);
  if (setup === null) {
    return (
      <PasswordDialog<Setup>
        title="Set up two-factor sign-in"
        consequence="You need an authenticator app on your phone, and your password."
        confirmLabel="Go on"
        path="two-factor/enable"
        onDone={setSetup}
        onClose={onClose}
      />
    );
  }
  return <AppDialog setup={setup} onClose={onClose} />;
}

function AppDialog({ setup, onClose }: { setup: Setup; onClose: () => void }) {
  const id = useId();
  const verify = useIdentityMutation('two-factor/verify-totp');
  const { documents } = useBackend();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const secret = new URL(setup.totpURI).searchParams.get('secret') ?? '';

  function submit(event: FormEvent) {
    event.preventDefault();
    const digits = code.replaceAll(/\s/g, '');
    const isCode = /^\d{6}$/.test(digits);
    setProblem(isCode ? undefined : 'Enter the six digits that the app shows.');
    if (isCode) verify.mutate({ code: digits });
  }

  if (verify.isSuccess) {
    return (
      <Dialog open aria-labelledby={id} fullWidth maxWidth="sm">
        <DialogTitle id={id}>Two-factor sign-in is on</DialogTitle>
        <DialogContent>
          <RecoveryCodes codes={setup.backupCodes} />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button
            variant="contained"
            onClick={() => {
              void documents.invalidate(['users.me']);
              onClose();
            }}
          >
            I have kept them
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <form noValidate onSubmit={submit}>
        <DialogTitle id={id}>Connect your authenticator app</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography>Scan this with the app, or enter the key there by hand.</Typography>
          <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1 }}>
            <QrCode text={setup.totpURI} label="QR code of the key" />
            <Typography variant="body2" component="div">
              Key: <CopyId value={secret} label="key" />
            </Typography>
          </Box>
          <TextFormField
            label="Code"
            help="The six digits that the app shows now."
            error={problem ?? (verify.error === null ? undefined : codeRefusal(verify.error))}
            autoComplete="one-time-code"
            inputProps={{ inputMode: 'numeric' }}
            value={code}
            onChange={(event) => {
              setCode(event.target.value);
              setProblem(undefined);
              verify.reset();
            }}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose} disabled={verify.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={verify.isPending}>
            Switch on
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function codeRefusal({ message }: Error): string {
  return /invalid code/i.test(message)
    ? 'This code is not the one. Check the clock of your phone, and enter the newest code.'
    : message || 'The code could not be checked. Try again.';
}
