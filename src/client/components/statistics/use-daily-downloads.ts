import { useMemo } from 'react';
import { useCallQueries } from '#client/backend/use-call-queries.ts';
import type { CallResult } from '#shared/calls.ts';

type DailyDownloads = CallResult<'apps.dailyDownloads'>['apps'][number];

/**
 * Returns the downloads of the last 30 days of apps in a list, by their id; without those that aren't loaded yet. Each
 * page of the list is loaded by itself, so that the next one loads only what is new.
 */
export function useDailyDownloads(
  pages: readonly (readonly { readonly id: string }[])[],
): ReadonlyMap<string, DailyDownloads> {
  const inputs = pages
    .filter((apps) => apps.length > 0)
    .map((apps) => ({ appIds: apps.map(({ id }) => id) }));
  const results = useCallQueries('apps.dailyDownloads', inputs, {
    // In another order, the pages have the same apps.
    placeholder: ({ appIds }, loaded) => ({
      apps: loaded.flatMap(({ apps }) => apps.filter(({ appId }) => appIds.includes(appId))),
    }),
  });
  return useMemo(
    () => new Map(results.flatMap(({ apps }) => apps.map((downloads) => [downloads.appId, downloads]))),
    [results],
  );
}
