import { useMutation, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { useBackend } from './backend-context.ts';
import { StepUpContext, withProof } from './step-up.ts';

/** Reads an endpoint of the identity provider, under the key `['auth/' + path]`. */
export function useIdentityQuery<Answer>(path: string) {
  const { auth } = useBackend();
  return useQuery({ queryKey: [`auth/${path}`], queryFn: () => auth.request<Answer>(path) });
}

/**
 * Changes something at an endpoint of the identity provider by a POST; asks for a fresh proof where the provider does.
 * What was read from `invalidates`, each the name of a call or `auth/` and a path, is read anew.
 */
export function useIdentityMutation<Answer = unknown>(path: string, invalidates: readonly string[] = []) {
  const { auth, documents } = useBackend();
  const prove = useContext(StepUpContext);
  return useMutation<Answer, Error, object>({
    mutationFn: (body) => withProof(() => auth.request<Answer>(path, body), prove),
    onSuccess: async () => {
      await Promise.all(invalidates.map((read) => documents.cache.invalidateQueries({ queryKey: [read] })));
    },
  });
}
