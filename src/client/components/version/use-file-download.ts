import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation } from '#client/backend/use-call.ts';
import type { Version } from '#shared/versions/version.ts';

/** Downloads a version's file: from its public address once published, otherwise by a short-lived link. */
export function useFileDownload({ id, downloadPath }: Pick<Version, 'id' | 'downloadPath'>) {
  const { storage } = useBackend();
  const link = useCallMutation('versions.getFileLink');
  return {
    isPending: link.isPending,
    error: link.error,
    download() {
      if (downloadPath !== null) window.location.assign(storage.urlOf(downloadPath));
      else
        link.mutate(
          { versionId: id },
          { onSuccess: ({ path }) => window.location.assign(storage.urlOf(path)) },
        );
    },
  };
}
