import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useIdentityMutation } from '#client/backend/use-identity.ts';
import { FormDialog } from '#client/components/feedback/form-dialog.tsx';
import { QrCode } from '#client/components/qr-code/qr-code.tsx';
import { CopyId } from '#client/ui/copy.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { SecretDialog } from '#client/ui/secret-dialog.tsx';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Setup {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

/** Turns two-factor authentication on: password, authenticator app with a first code, recovery codes. */
export function TwoFactorDialog({ onClose }: { onClose: () => void }) {
  const [setup, setSetup] = useState<Setup | null>(null);
  if (setup === null) {
    return (
      <PasswordDialog<Setup>
        title={t`Set up two-factor authentication`}
        consequence={t`You need an authenticator app on your phone, and your password.`}
        confirmLabel={t`Continue`}
        path="two-factor/enable"
        onDone={setSetup}
        onClose={onClose}
      />
    );
  }
  return <AppDialog setup={setup} onClose={onClose} />;
}

function AppDialog({ setup, onClose }: { setup: Setup; onClose: () => void }) {
  const verify = useIdentityMutation('two-factor/verify-totp');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const secret = new URL(setup.totpURI).searchParams.get('secret') ?? '';

  function submit() {
    const digits = code.replaceAll(/\s/g, '');
    const isCode = /^\d{6}$/.test(digits);
    setProblem(isCode ? undefined : t`Enter the six-digit code from the app.`);
    if (isCode) verify.mutate({ code: digits });
  }

  if (verify.isSuccess) {
    return (
      <SecretDialog
        title={t`Two-factor authentication is on`}
        confirmLabel={t`I’ve saved them`}
        onClose={onClose}
      >
        <RecoveryCodes codes={setup.backupCodes} />
      </SecretDialog>
    );
  }
  return (
    <FormDialog
      title={t`Connect your authenticator app`}
      submitLabel={t`Turn on`}
      pending={verify.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography>{t`Scan this with the app, or enter the key manually.`}</Typography>
      <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1 }}>
        <QrCode text={setup.totpURI} label={t`QR code of the key`} />
        <Typography variant="body2" component="div">
          {rich`Key: ${<CopyId value={secret} label={t`key`} />}`}
        </Typography>
      </Box>
      <TextFormField
        label={t`Code`}
        help={t`The six-digit code the app shows now.`}
        error={problem ?? (verify.error === null ? undefined : codeRejection(verify.error))}
        autoComplete="one-time-code"
        inputProps={{ inputMode: 'numeric' }}
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setProblem(undefined);
          verify.reset();
        }}
      />
    </FormDialog>
  );
}

function codeRejection(error: Error): string {
  return error instanceof CallError && error.details?.['code'] === 'INVALID_CODE'
    ? t`This code is wrong. Check your phone’s clock, then enter the newest code.`
    : error.message || t`Couldn’t check the code. Try again.`;
}
