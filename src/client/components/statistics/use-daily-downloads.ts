import { useCallQuery } from '#client/backend/use-call.ts';
import type { CallResult } from '#shared/calls.ts';

type DailyDownloads = CallResult<'apps.dailyDownloads'>['apps'][number];

/** As many as one call takes; a longer list shows the charts of its first apps. */
const MAX_APPS = 100;

/** Returns the downloads of the last 30 days of apps in a list, by their id; empty until they're loaded. */
export function useDailyDownloads(
  apps: readonly { readonly id: string }[],
): ReadonlyMap<string, DailyDownloads> {
  const appIds = apps.slice(0, MAX_APPS).map(({ id }) => id);
  const { data } = useCallQuery(
    'apps.dailyDownloads',
    { appIds },
    { enabled: appIds.length > 0, keepPrevious: true },
  );
  return new Map(data?.apps.map((downloads) => [downloads.appId, downloads]));
}
