import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { unconfirmedReason } from '#client/components/credentials/unconfirmed-reason.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';

// Loaded on demand, because it contains the QR code drawing, which is rarely needed.
const TwoFactorDialog = lazyChunk(
  'two-factor-dialog',
  async () => (await import('./two-factor-dialog.tsx')).TwoFactorDialog,
  'window',
);

type Asking = 'enable' | 'disable' | 'codes' | null;

export interface TwoFactorSectionProps {
  readonly isEnabled: boolean;
  readonly isEmailConfirmed: boolean;
}

/** Turns two-factor authentication on and off, and generates new recovery codes. */
export function TwoFactorSection({ isEnabled, isEmailConfirmed }: TwoFactorSectionProps) {
  const [asking, setAsking] = useState<Asking>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setAsking(null);
  return (
    <Section title={t`Two-factor authentication`}>
      <Typography sx={{ mb: 2, maxWidth: 640 }}>
        {isEnabled
          ? t`On. Signing in requires your password and a code from your authenticator app, or a recovery code.`
          : t`Off. Turn it on so that your password alone isn’t enough to sign in.`}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {isEnabled ? (
          <>
            <Button variant="outlined" onClick={() => setAsking('codes')}>
              {t`Generate new recovery codes`}
            </Button>
            <Button color="error" onClick={() => setAsking('disable')}>
              {t`Turn off`}
            </Button>
          </>
        ) : (
          <ReasonedButton
            variant="outlined"
            reason={unconfirmedReason(isEmailConfirmed)}
            onClick={() => setAsking('enable')}
          >
            {t`Set up two-factor authentication`}
          </ReasonedButton>
        )}
      </Box>
      {asking === 'enable' && (
        <Suspense>
          <TwoFactorDialog onClose={close} />
        </Suspense>
      )}
      {asking === 'disable' && (
        <PasswordDialog
          title={t`Turn off two-factor authentication?`}
          consequence={t`Your password alone will be enough to sign in. Your recovery codes stop working.`}
          confirmLabel={t`Turn off`}
          danger
          path="two-factor/disable"
          onDone={close}
          onClose={close}
        />
      )}
      {asking === 'codes' && (
        <PasswordDialog<{ backupCodes: string[] }>
          title={t`Generate new recovery codes?`}
          consequence={t`Your current codes stop working immediately.`}
          confirmLabel={t`Generate new codes`}
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
