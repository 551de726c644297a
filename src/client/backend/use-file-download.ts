import type { Version } from '#shared/versions/version.ts';
import { useBackend } from './backend-context.ts';
import { useCallMutation } from './use-call.ts';

/** Downloads a version's file: a published one from its public address, any other by a link that lives for minutes. */
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
