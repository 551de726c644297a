import { useBackend } from '#client/backend/backend-context.ts';
import { authActions } from '#client/store/auth-slice.ts';
import { sessionUserOf } from '#client/store/session-user.ts';
import { useDispatch } from '#client/store/store.ts';
import type { User } from '#shared/users/calls.ts';

/** Returns a function that shows a saved record everywhere: in the menu, and on pages that read it. */
export function useSavedUser() {
  const dispatch = useDispatch();
  const { documents } = useBackend();
  return (user: User) => {
    dispatch(authActions.setUser(sessionUserOf(user)));
    documents.cache.setQueryData(documents.read('users.me', {}).queryKey, { user });
  };
}
