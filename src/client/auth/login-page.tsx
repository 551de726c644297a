import Alert from '@mui/material/Alert';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { authActions } from '#client/store/auth-slice.ts';
import { type Entry, useSession } from '#client/store/session.ts';
import { useAppDispatch, useAuthState } from '#client/store/store.ts';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { Entrance } from './entrance.tsx';
import { OtherMode } from './other-mode.tsx';
import { returnPath } from './return-path.ts';
import { SignInForm } from './sign-in-form.tsx';

/** What only some people need comes in scripts of its own. */
function part<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}

const FirstAdminForm = part(async () => (await import('./first-admin-form.tsx')).FirstAdminForm);
const ForgotPassword = part(async () => (await import('./forgot-password.tsx')).ForgotPassword);
const ResetPassword = part(async () => (await import('./reset-password.tsx')).ResetPassword);
const SecondFactorForm = part(async () => (await import('./second-factor-form.tsx')).SecondFactorForm);
const SignUpForm = part(async () => (await import('./sign-up-form.tsx')).SignUpForm);
const VerifyEmail = part(async () => (await import('./verify-email.tsx')).VerifyEmail);

/** Everything that happens before somebody is in: one screen, by its search (`mode=…`, `setup=…`). */
export default function LoginPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const mode = search.get('mode');
  return (
    <Suspense fallback={<WaitingForPart />}>
      {mode === 'verify' && <VerifyEmail token={token} />}
      {mode === 'reset' && <ResetPassword token={token} />}
      {mode !== 'verify' && mode !== 'reset' && <WaysIn />}
    </Suspense>
  );
}

function WaitingForPart() {
  return (
    <Entrance title="Loading...">
      <FormSkeleton />
    </Entrance>
  );
}

/** Signing in, signing up (`mode=sign-up`), a forgotten password (`mode=forgot`), the first admin (`setup=…`). */
function WaysIn() {
  const { status, user, error } = useAuthState();
  const session = useSession();
  const dispatch = useAppDispatch();
  const { auth } = useBackend();
  const [search] = useSearchParams();
  const [isEntering, setEntering] = useState(false);
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false);

  /** Keeps the form until the user record has been read: only then is it known where to go. */
  async function enter(attempt: Promise<Entry>): Promise<Entry> {
    setEntering(true);
    const entry = await attempt;
    setEntering(false);
    if (entry === 'second-factor') setNeedsSecondFactor(true);
    return entry;
  }

  if (!isEntering && status === 'loading') return null;
  if (!isEntering && user !== null) return <Navigate to={returnPath(search.get('redirect'))} replace />;

  if (needsSecondFactor) {
    return (
      <Entrance title="Second step" lead="Your password is right. Your account also asks for a code.">
        <SecondFactorForm
          error={error}
          onSubmit={({ path, ...code }) => enter(session.enter(() => auth.signInBy(path, code)))}
          onCancel={() => {
            dispatch(authActions.clearError());
            setNeedsSecondFactor(false);
          }}
        />
      </Entrance>
    );
  }
  const setupToken = search.get('setup');
  if (setupToken !== null) {
    return (
      <Entrance title="Create the first admin" lead="This person runs the store and can make others admins.">
        <FirstAdminForm
          token={setupToken}
          error={error}
          onCreated={({ email, password }) => enter(session.signIn(email, password))}
        />
      </Entrance>
    );
  }
  const mode = search.get('mode');
  if (mode === 'forgot') return <ForgotPassword />;
  if (mode === 'sign-up') {
    return (
      <Entrance title="Create your account">
        <SignUpPart>
          <SignUpForm error={error} onSubmit={(person) => enter(session.signUp(person))} />
        </SignUpPart>
        <OtherMode question="You have an account already?" mode={null}>
          Sign in
        </OtherMode>
      </Entrance>
    );
  }
  return (
    <Entrance title="Sign in">
      <FirstAdminHint />
      <SignInForm
        error={error}
        onSubmit={({ email, password }) => enter(session.signIn(email, password))}
        onPasskey={() =>
          enter(
            session.enter(async () => (await import('#client/backend/passkeys.ts')).signInByPasskey(auth)),
          )
        }
      />
      <SignUpHint />
    </Entrance>
  );
}

/** The form while the store takes new accounts, otherwise why there is none. */
function SignUpPart({ children }: { children: ReactNode }) {
  const store = useCallQuery('settings.get', {});
  if (store.data?.settings.registration !== 'closed') return children;
  return (
    <Alert severity="info">
      This store does not take new accounts now. Ask the people who run it for one.
    </Alert>
  );
}

function SignUpHint() {
  const store = useCallQuery('settings.get', {});
  if (store.data?.settings.registration !== 'open') return null;
  return (
    <OtherMode question="New here?" mode="sign-up">
      Create an account
    </OtherMode>
  );
}

function FirstAdminHint() {
  const store = useCallQuery('settings.get', {});
  if (store.data?.needsFirstAdmin !== true) return null;
  return (
    <Alert severity="info" sx={{ mb: 2.5 }}>
      This store has no admin yet. Open the one-time link that the server printed when it started.
    </Alert>
  );
}
