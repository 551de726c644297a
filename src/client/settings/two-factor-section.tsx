import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { Section } from '#client/ui/section.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';

// It brings the drawing of QR codes with it, which is needed once in an account's life.
const TwoFactorDialog = lazy(async () => ({
  default: (await import('./two-factor-dialog.tsx')).TwoFactorDialog,
}));

type Asking = 'enable' | 'disable' | 'codes' | null;

/** The second step of signing in: switching it on and off, and new recovery codes. */
export function TwoFactorSection({ isEnabled }: { isEnabled: boolean }) {
  const [asking, setAsking] = useState<Asking>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setAsking(null);
  return (
    <Section title="Two-factor sign-in">
      <Typography sx={{ mb: 2, maxWidth: 640 }}>
        {isEnabled
          ? 'On. Signing in asks for your password and for a code of your authenticator app, or a recovery code.'
          : 'Off. With it, somebody who learns your password still cannot sign in: a code of an app on your phone is needed too.'}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {isEnabled ? (
          <>
            <Button variant="outlined" onClick={() => setAsking('codes')}>
              Make new recovery codes
            </Button>
            <Button color="error" onClick={() => setAsking('disable')}>
              Switch off
            </Button>
          </>
        ) : (
          <Button variant="outlined" onClick={() => setAsking('enable')}>
            Set up two-factor sign-in
          </Button>
        )}
      </Box>
      {asking === 'enable' && (
        <Suspense>
          <TwoFactorDialog onClose={close} />
        </Suspense>
      )}
      {asking === 'disable' && (
        <PasswordDialog
          title="Switch two-factor sign-in off?"
          consequence="From then on your password alone is enough to sign in. Your recovery codes stop working."
          confirmLabel="Switch off"
          danger
          path="two-factor/disable"
          invalidates={['users.me']}
          onDone={close}
          onClose={close}
        />
      )}
      {asking === 'codes' && (
        <PasswordDialog<{ backupCodes: string[] }>
          title="Make new recovery codes?"
          consequence="The codes that you have stop working at once."
          confirmLabel="Make new codes"
          path="two-factor/generate-backup-codes"
          onDone={({ backupCodes }) => {
            close();
            setCodes(backupCodes);
          }}
          onClose={close}
        />
      )}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  );
}
