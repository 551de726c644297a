import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { lazy, Suspense, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { authActions } from '#client/store/auth-slice.ts';
import { useSession } from '#client/store/session.ts';
import { useAppDispatch, useAuthState } from '#client/store/store.ts';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { Entrance } from './entrance.tsx';
import { returnPath } from './return-path.ts';
import { SignInForm } from './sign-in-form.tsx';

const FirstAdminForm = lazy(() =>
  import('./first-admin-form.tsx').then((module) => ({ default: module.FirstAdminForm })),
);
const SignUpForm = lazy(() =>
  import('./sign-up-form.tsx').then((module) => ({ default: module.SignUpForm })),
);

/** Signing in, signing up (`mode=sign-up`) and creating the first admin (`setup=…`): one screen by its search. */
export default function LoginPage() {
  const { status, user, error } = useAuthState();
  const session = useSession();
  const [search] = useSearchParams();
  const [isEntering, setEntering] = useState(false);

  /** Keeps the form until the user record has been read: only then is it known where to go. */
  async function enter(attempt: Promise<void>) {
    setEntering(true);
    await attempt;
    setEntering(false);
  }

  if (!isEntering && status === 'loading') return null;
  if (!isEntering && user !== null) return <Navigate to={returnPath(search.get('redirect'))} replace />;

  const setupToken = search.get('setup');
  if (setupToken !== null) {
    return (
      <Entrance title="Create the first admin" lead="This person runs the store and can make others admins.">
        <Suspense fallback={<FormSkeleton />}>
          <FirstAdminForm
            token={setupToken}
            error={error}
            onCreated={({ email, password }) => enter(session.signIn(email, password))}
          />
        </Suspense>
      </Entrance>
    );
  }
  if (search.get('mode') === 'sign-up') {
    return (
      <Entrance title="Create your account">
        <SignUpPart>
          <Suspense fallback={<FormSkeleton />}>
            <SignUpForm error={error} onSubmit={(person) => enter(session.signUp(person))} />
          </Suspense>
        </SignUpPart>
        <OtherMode question="You have an account already?" label="Sign in" mode={null} />
      </Entrance>
    );
  }
  return (
    <Entrance title="Sign in">
      <FirstAdminHint />
      <SignInForm error={error} onSubmit={({ email, password }) => enter(session.signIn(email, password))} />
      <SignUpHint />
    </Entrance>
  );
}

/** The form while the store takes new accounts, otherwise why there is none. */
function SignUpPart({ children }: { children: React.ReactNode }) {
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
  return <OtherMode question="New here?" label="Create an account" mode="sign-up" />;
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

interface OtherModeProps {
  readonly question: string;
  readonly label: string;
  readonly mode: 'sign-up' | null;
}

/** The way to the other mode of this screen; it keeps where the person wants to go. */
function OtherMode({ question, label, mode }: OtherModeProps) {
  const [search] = useSearchParams();
  const dispatch = useAppDispatch();
  const next = new URLSearchParams(search);
  if (mode === null) next.delete('mode');
  else next.set('mode', mode);
  return (
    <Box sx={{ mt: 3, textAlign: 'center', typography: 'body2' }}>
      {question}{' '}
      <Link href={`${paths.login}?${next}`} onClick={() => dispatch(authActions.clearError())}>
        {label}
      </Link>
    </Box>
  );
}
