import { t } from '#shared/languages/translate.ts';
import type { Platform } from '#shared/packages/platform.ts';
import type { Release } from '#shared/releases/release.ts';
import { RELEASE_STATUSES } from '#shared/statuses/release-status.ts';
import { releaseTitle } from './release-title.ts';

type Facts = Pick<Release, 'versionId' | 'versionName' | 'versionCode' | 'track' | 'percentage' | 'status'>;

interface Remaining {
  /** The releases of the app that nothing holds back, newest first. */
  readonly available: readonly Facts[];
  readonly platform: Platform;
}

/** What one kind of client gives people after a halt. */
interface HaltEffect {
  readonly client: string;
  readonly sentence: string;
}

/**
 * Describes what each kind of client gives people once a release is halted, by the rules of `releases.getForDevice`, the
 * feeds and the store's page: none of them contains a halted release, and none takes away what is installed.
 */
export function describeHalt(release: Facts, { available, platform }: Remaining): HaltEffect[] {
  const others = available.filter(
    ({ versionId, status, track }) =>
      versionId !== release.versionId &&
      RELEASE_STATUSES[status].isAvailable &&
      (track === 'stable' || release.track === 'beta'),
  );
  const title = releaseTitle(release);
  const rest = describeRest(others);
  const listed = others.find(({ track, percentage }) => track === 'stable' && percentage === 100);
  const isAndroid = platform === 'android';
  return [
    isAndroid
      ? {
          client: t`F-Droid clients`,
          sentence: t`Devices that have ${title} keep it. All others and new installs get ${rest}.`,
        }
      : {
          client: t`AltStore clients`,
          sentence: t`People who have ${title} keep it, unless they install the earlier version. All others and new installs get ${rest}.`,
        },
    {
      client: t`Clients that send a device ID`,
      sentence:
        isAndroid && others.length > 0
          ? t`All devices and new installs are given ${rest}. Those that have ${title} keep it, because Android doesn’t install a lower version code.`
          : t`All devices and new installs are given ${rest}. Those that have ${title} keep it.`,
    },
    {
      client: t`The store’s page`,
      sentence: t`Shows ${listed === undefined ? t`no version` : releaseTitle(listed)}, as before.`,
    },
  ];
}

/** Returns the versions that devices get by their number: the newest down to the first that all of them get. */
function describeRest(others: readonly Facts[]): string {
  const last = others.findIndex(({ percentage }) => percentage === 100);
  const titles =
    last === -1 ? [...others.map(releaseTitle), t`no version`] : others.slice(0, last + 1).map(releaseTitle);
  return titles.reduce((before, title) => t`${before} or ${title}`);
}
