import type { BarSeries } from '#client/ui/bar-chart.tsx';
import type { ChartMarker } from '#client/ui/chart-axes.tsx';
import { SERIES_COLORS } from '#client/ui/chart-colors.ts';
import { dayText } from '#client/ui/chart-scale.ts';
import { DOWNLOAD_CLIENTS } from '#shared/apps/download-clients.ts';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { releaseTitle } from './releases/release-title.ts';

type Downloads = CallResult<'apps.versionDownloads'>;

/** Returns the downloads by day of the most downloaded versions, the newest last; before them those of all others. */
export function bySeries({ days, series, versions }: Downloads): BarSeries[] {
  const newestFirst = series.toSorted((a, b) => (b.versionCode ?? 0) - (a.versionCode ?? 0));
  const known = newestFirst.map(
    (version, index): BarSeries => ({
      key: version.versionId,
      label: releaseTitle(version),
      color: SERIES_COLORS[index] ?? 'gray',
      counts: version.counts,
    }),
  );
  if (versions.filter(({ total }) => total > 0).length <= known.length) return known.toReversed();
  const others = days.map(({ count }, index) =>
    known.reduce((rest, { counts }) => rest - (counts[index] ?? 0), count),
  );
  return [{ key: 'others', label: t`Other versions`, color: 'gray', counts: others }, ...known.toReversed()];
}

/** Returns the downloads by day of every kind of client, that with the most last. */
export function clientSeries({ clients }: Downloads): BarSeries[] {
  const known = clients.filter(({ client }) => client !== 'other');
  const series = clients.map(
    ({ client, counts }): BarSeries => ({
      key: client,
      label: DOWNLOAD_CLIENTS[client].label,
      color: SERIES_COLORS[known.findIndex((one) => one.client === client)] ?? 'gray',
      counts,
    }),
  );
  return series.toReversed();
}

/** Returns the marks of an app's releases on its charts. */
export function releaseMarkers({ releases }: Downloads): ChartMarker[] {
  return releases.map((release) => {
    const label = release.versionName ?? '–';
    const title = releaseTitle(release);
    const on = dayText(release.day);
    return {
      day: release.day,
      label,
      text:
        release.kind === 'published' ? t`${title} published on ${on}` : t`Rolled back to ${title} on ${on}`,
    };
  });
}
