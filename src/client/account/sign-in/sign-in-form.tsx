import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type FormEvent, useState } from 'react';
import { canUsePasskeys } from '#client/components/credentials/can-use-passkeys.ts';
import { TextFormField } from '#client/ui/form-field.tsx';
import { PasswordFormField } from '#client/ui/password-field.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';
import { ModeLink } from './auth-mode-link.tsx';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface SignInFormProps {
  /** The provider's error on the last attempt. */
  readonly error: string | null;
  readonly onSubmit: (credentials: Credentials) => Promise<unknown>;
  readonly onPasskey: () => Promise<unknown>;
}

/** One below the other. Without MUI's `Stack`, which the other forms load. */
const FIELDS = { display: 'flex', flexDirection: 'column', gap: 2.5 } as const;

/** Returns the problems of empty fields. */
function problemsOf({ email, password }: Credentials) {
  return {
    ...(email === '' && { email: t`Enter your email address.` }),
    ...(password === '' && { password: t`Enter your password.` }),
  };
}

/** Shows email and password. Without a form library, so that this screen loads quickly. */
export function SignInForm({ error, onSubmit, onPasskey }: SignInFormProps) {
  const [problems, setProblems] = useState<Partial<Credentials>>({});
  const [isSubmitting, setSubmitting] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const credentials = {
      email: String(fields.get('email')).trim(),
      password: String(fields.get('password')),
    };
    const found = problemsOf(credentials);
    setProblems(found);
    const [firstProblem] = Object.keys(found);
    if (firstProblem !== undefined) {
      (form.elements.namedItem(firstProblem) as HTMLElement).focus();
      return;
    }
    setSubmitting(true);
    await onSubmit(credentials);
    setSubmitting(false);
  }

  return (
    <Box component="form" noValidate sx={FIELDS} onSubmit={(event) => void submit(event)}>
      {error !== null && !isSubmitting && <Alert severity="error">{error}</Alert>}
      <TextFormField
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="username"
        error={problems.email}
      />
      <PasswordFormField
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        error={problems.password}
      />
      <Box sx={{ typography: 'body2', textAlign: 'right' }}>
        <ModeLink mode="forgot">{t`Forgot your password?`}</ModeLink>
      </Box>
      <PendingButton type="submit" variant="contained" size="large" pending={isSubmitting}>
        {t`Sign in`}
      </PendingButton>
      {canUsePasskeys() && (
        <PendingButton
          variant="outlined"
          size="large"
          isInactive={isSubmitting}
          onClick={() => void onPasskey()}
        >
          {t`Use a passkey`}
        </PendingButton>
      )}
    </Box>
  );
}
