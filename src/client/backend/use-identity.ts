import { useMutation, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { useBackend } from './backend-context.ts';
import { ReauthenticationContext, withReauthentication } from './reauthentication.ts';
import { useKeptResult } from './use-kept-result.ts';

/** Loads data from an endpoint of the identity provider, under the key `['auth/' + path]`. */
export function useIdentityQuery<Result>(path: string) {
  const { auth } = useBackend();
  return useKeptResult(useQuery({ queryKey: [`auth/${path}`], queryFn: () => auth.request<Result>(path) }));
}

/** Changes data by a POST to the identity provider; asks for reauthentication if it requires one. */
export function useIdentityMutation<Result = unknown>(path: string) {
  const { auth, documents } = useBackend();
  const reauthenticate = useContext(ReauthenticationContext);
  return useMutation<Result, Error, object>({
    mutationFn: (body) => withReauthentication(() => auth.request<Result>(path, body), reauthenticate),
    onSuccess: () => documents.whenRefreshed(),
  });
}
