import { useState } from 'react';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import type { ListPages } from '#client/ui/load-more.tsx';
import type { CallResult } from '#shared/calls.ts';
import type { VersionSummary } from '#shared/versions/version.ts';

/** The loaded versions of an app, and a function to load more. */
interface VersionPages {
  readonly versions: readonly VersionSummary[];
  readonly pages: ListPages;
}

/** Returns the newest versions, which came with the app, and loads older ones on request. */
export function useVersionPages({
  app,
  versions: newest,
  versionCounts,
}: Pick<CallResult<'apps.get'>, 'app' | 'versions' | 'versionCounts'>): VersionPages {
  const [isLong, setLong] = useState(false);
  const pages = useCallPages('versions.list', { appId: app.id }, { enabled: isLong });
  const listed = isLong ? pages.data?.pages.flatMap((page) => page.versions) : undefined;
  if (listed !== undefined) {
    return { versions: listed, pages };
  }
  return {
    versions: newest,
    pages: {
      hasNextPage: countOf(versionCounts) > newest.length,
      isFetchingNextPage: isLong && pages.isFetching,
      nextPageError: pages.error,
      fetchNextPage: () => (isLong ? pages.refetch() : setLong(true)),
    },
  };
}

/** Returns the total number of versions of an app. */
export function countOf(counts: CallResult<'apps.get'>['versionCounts']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
