import Alert from '@mui/material/Alert';
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { loadChunk } from '#client/backend/load-chunk.ts';
import { useStoreSettings } from '#client/backend/use-store-settings.ts';
import { Redirect, useSearch } from '#client/components/address/address.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { authActions } from '#client/store/auth-slice.ts';
import { type SignInResult, useSession } from '#client/store/session.ts';
import { useAuthState, useDispatch } from '#client/store/store.ts';
import { Waiting } from '#client/ui/waiting.tsx';
import { t } from '#shared/languages/translate.ts';
import { AuthLayout } from './auth-layout.tsx';
import { AuthModeLink } from './auth-mode-link.tsx';
import { returnPath } from './return-path.ts';
import { SignInForm } from './sign-in-form.tsx';

const FirstAdminForm = lazyChunk('first-admin-form', async () =>
  withDocuments((await import('./first-admin-form.tsx')).FirstAdminForm),
);
const ForgotPassword = lazyChunk('forgot-password', async () =>
  withDocuments((await import('./forgot-password.tsx')).ForgotPassword),
);
const JoinForm = lazyChunk('join-form', async () =>
  withDocuments((await import('./join-form.tsx')).JoinForm),
);
const ResetPassword = lazyChunk('reset-password', async () =>
  withDocuments((await import('./reset-password.tsx')).ResetPassword),
);
const SecondFactorForm = lazyChunk(
  'second-factor-form',
  async () => (await import('./second-factor-form.tsx')).SecondFactorForm,
);
const SignUpForm = lazyChunk('sign-up-form', async () => (await import('./sign-up-form.tsx')).SignUpForm);
const VerifyEmail = lazyChunk('verify-email', async () =>
  withDocuments((await import('./verify-email.tsx')).VerifyEmail),
);

/** Returns a part that makes its calls by the cache, which signing in does without; they share a script. */
async function withDocuments<Props extends object>(
  Part: ComponentType<Props>,
): Promise<ComponentType<Props>> {
  const { DocumentsProvider } = await loadChunk(
    'documents',
    () => import('#client/backend/documents-provider.tsx'),
  );
  return (props: Props) => (
    <DocumentsProvider>
      <Part {...props} />
    </DocumentsProvider>
  );
}

/** Shows everything before sign-in on one screen, by its search (`mode=…`, `setup=…`). */
export default function LoginPage() {
  const search = useSearch();
  const token = search.get('token') ?? '';
  const mode = search.get('mode');
  useFocusOnNewMode(mode);
  return (
    <Suspense fallback={<WaitingForPart />}>
      {mode === 'verify' && <VerifyEmail token={token} />}
      {mode === 'reset' && <ResetPassword token={token} />}
      {mode !== 'verify' && mode !== 'reset' && <SignInForms />}
    </Suspense>
  );
}

/** Moves the focus to the form of another mode; the first one leaves it to the browser. */
function useFocusOnNewMode(mode: string | null): void {
  const shown = useRef(mode);
  useEffect(() => {
    if (shown.current === mode) return;
    shown.current = mode;
    // While its script loads, that of the mode before is hidden.
    [...document.querySelectorAll('main')].find((main) => main.checkVisibility())?.focus();
  }, [mode]);
}

function WaitingForPart() {
  return (
    <AuthLayout title={t`Loading...`}>
      <Waiting sx={{ display: 'block', height: 240 }} />
    </AuthLayout>
  );
}

/**
 * Shows signing in, signing up (`mode=sign-up`), a forgotten password (`mode=forgot`) or the first admin (`setup=…`).
 */
function SignInForms() {
  const { status, user, error } = useAuthState();
  const session = useSession();
  const dispatch = useDispatch();
  const { auth } = useBackend();
  const search = useSearch();
  const [isSubmitting, setSubmitting] = useState(false);
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false);
  const setupToken = search.get('setup');

  /** Keeps showing the form until the user record is loaded, because it decides where to go. */
  async function submit(attempt: Promise<SignInResult>): Promise<SignInResult> {
    setSubmitting(true);
    const result = await attempt;
    setSubmitting(false);
    if (result === 'second-factor') setNeedsSecondFactor(true);
    return result;
  }

  if (!isSubmitting && status === 'loading') return <WaitingForPart />;
  if (!isSubmitting && user !== null) {
    // The first admin goes on with the set-up.
    return <Redirect to={setupToken === null ? returnPath(search.get('redirect')) : paths.setup} />;
  }

  if (needsSecondFactor) {
    return (
      <AuthLayout
        title={t`Two-factor authentication`}
        lead={t`Your password is correct. Enter a code to finish signing in.`}
      >
        <SecondFactorForm
          error={error}
          onSubmit={({ path, ...code }) => submit(session.signInWith(() => auth.signInBy(path, code)))}
          onCancel={() => {
            dispatch(authActions.clearError());
            setNeedsSecondFactor(false);
          }}
        />
      </AuthLayout>
    );
  }
  if (setupToken !== null) {
    return (
      <AuthLayout
        title={t`Create the first admin`}
        lead={t`The first admin runs the store and can make others admins.`}
      >
        <FirstAdminForm
          token={setupToken}
          error={error}
          onCreated={({ email, password }) => submit(session.signIn(email, password))}
        />
      </AuthLayout>
    );
  }
  const mode = search.get('mode');
  if (mode === 'join') {
    return (
      <AuthLayout title={t`Create your account`}>
        <JoinForm
          token={search.get('token') ?? ''}
          error={error}
          onJoined={({ email, password }) => submit(session.signIn(email, password))}
        />
        <AuthModeLink question={t`Already have an account?`} mode={null}>
          {t`Sign in`}
        </AuthModeLink>
      </AuthLayout>
    );
  }
  if (mode === 'forgot') return <ForgotPassword />;
  if (mode === 'sign-up') {
    return (
      <AuthLayout title={t`Create your account`}>
        <SignUpPart>
          <SignUpForm error={error} onSubmit={(person) => submit(session.signUp(person))} />
        </SignUpPart>
        <AuthModeLink question={t`Already have an account?`} mode={null}>
          {t`Sign in`}
        </AuthModeLink>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={SCREENS.login.title}>
      <FirstAdminHint />
      <SignInForm
        error={error}
        onSubmit={({ email, password }) => submit(session.signIn(email, password))}
        onPasskey={() =>
          submit(
            session.signInWith(async () => {
              const { signInByPasskey } = await loadChunk(
                'passkeys',
                () => import('#client/components/credentials/passkeys.ts'),
              );
              return signInByPasskey(auth);
            }),
          )
        }
      />
      <SignUpHint />
    </AuthLayout>
  );
}

/** Shows the form, or the reason why the store accepts no new accounts. */
function SignUpPart({ children }: { children: ReactNode }) {
  const store = useStoreSettings();
  if (store?.settings.registration !== 'closed') return children;
  return (
    <Alert severity="info">{t`This store isn’t accepting new accounts. Ask store staff for one.`}</Alert>
  );
}

function SignUpHint() {
  const store = useStoreSettings();
  if (store?.settings.registration !== 'open') return null;
  return (
    <AuthModeLink question={t`New here?`} mode="sign-up">
      {t`Create an account`}
    </AuthModeLink>
  );
}

function FirstAdminHint() {
  const store = useStoreSettings();
  if (store?.needsFirstAdmin !== true) return null;
  return (
    <Alert severity="info" sx={{ mb: 2.5 }}>
      {t`This store has no admin yet. Open the one-time link printed when the server started.`}
    </Alert>
  );
}
