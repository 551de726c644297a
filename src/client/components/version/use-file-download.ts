import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import type { Version } from '#shared/versions/version.ts';

/**
 * Downloads a version's file: from its public address once published, otherwise by a short-lived link. The public
 * addresses of a store for readers ask for a token, which the console doesn't have.
 */
export function useFileDownload({ id, downloadPath }: Pick<Version, 'id' | 'downloadPath'>) {
  const { storage } = useBackend();
  const link = useCallMutation('versions.getFileLink');
  const access = useCallQuery('settings.get', {}).data?.settings.storeAccess;
  return {
    isPending: link.isPending,
    error: link.error,
    download() {
      const isOpen = access === 'public' || access === 'hidden';
      if (downloadPath !== null && isOpen) window.location.assign(storage.urlOf(downloadPath));
      else
        link.mutate(
          { versionId: id },
          { onSuccess: ({ path }) => window.location.assign(storage.urlOf(path)) },
        );
    },
  };
}
