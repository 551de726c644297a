import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { useSearch } from '#client/components/address/address.ts';
import { paths } from '#client/paths.ts';
import { authActions } from '#client/store/auth-slice.ts';
import { useDispatch } from '#client/store/store.ts';

export interface ModeLinkProps {
  /** The mode of the sign-in screen; null for signing in. */
  readonly mode: 'sign-up' | 'forgot' | null;
  readonly children: ReactNode;
}

/** Links to another mode of the sign-in screen, keeping the page to return to. */
export function ModeLink({ mode, children }: ModeLinkProps) {
  const search = useSearch();
  const dispatch = useDispatch();
  const next = new URLSearchParams(search);
  next.delete('token');
  if (mode === null) next.delete('mode');
  else next.set('mode', mode);
  return (
    <Link href={`${paths.login}?${next}`} onClick={() => dispatch(authActions.clearError())}>
      {children}
    </Link>
  );
}

/** Shows a question below the form, and a link to the matching mode. */
export function AuthModeLink({ question, mode, children }: ModeLinkProps & { question?: string }) {
  return (
    <Box sx={{ mt: 3, textAlign: 'center', typography: 'body2' }}>
      {question} <ModeLink mode={mode}>{children}</ModeLink>
    </Box>
  );
}
