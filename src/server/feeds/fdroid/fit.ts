import type { AppProblem } from '../../platform/db/tables/feeds.ts';
import { type PublishedApp, renderApp } from './index.ts';

/** Maximum size of an app in the index, in characters of JSON: enough for a 1 MiB listing with all images. */
const MAX_APP_LENGTH = 4 * 1024 ** 2;

/** Maximum size of the index, which phones read as a whole. */
const MAX_INDEX_LENGTH = 128 * 1024 ** 2;

/** An app reduced to fit into the feed. */
export interface FittedApp {
  readonly app: PublishedApp;
  /** Size in characters with and without the listing. */
  readonly length: number;
  readonly plainLength: number;
  readonly isPlain: boolean;
}

export interface Fitting {
  /** Null when it is too large even without its listing. */
  readonly fitted: FittedApp | null;
  readonly problems: readonly AppProblem[];
}

/**
 * Reduces an app to what fits: drops the listing when it is too large or `isPlain` is true, and the app when
 * it is still too large.
 */
export function fitApp(whole: PublishedApp, isPlain: boolean): Fitting {
  const plain = withoutListing(whole);
  const [wholeLength, plainLength] = [renderApp(whole).length, renderApp(plain).length];
  if (Math.min(wholeLength, plainLength) > MAX_APP_LENGTH) {
    return { fitted: null, problems: [tooLarge('leftOut', wholeLength)] };
  }
  if (wholeLength > MAX_APP_LENGTH) {
    const fitted = { app: plain, length: plainLength, plainLength, isPlain };
    return { fitted, problems: [tooLarge('plain', wholeLength)] };
  }
  const fitted = { app: isPlain ? plain : whole, length: wholeLength, plainLength, isPlain };
  return { fitted, problems: isPlain ? [NO_ROOM] : [] };
}

const NO_ROOM: AppProblem = {
  effect: 'plain',
  reason: 'Its listing doesn’t fit in the feed because all apps together are too large.',
};

function tooLarge(effect: AppProblem['effect'], length: number): AppProblem {
  return { effect, reason: `It’s too large for the feed: ${length} characters.` };
}

function withoutListing(app: PublishedApp): PublishedApp {
  const versions = app.versions.map((version) => ({ ...version, releaseNotes: {} }));
  return { ...app, listing: undefined, versions };
}

/** Returns true when apps of this total length do not fit into an index. */
export function isTooLarge(length: number): boolean {
  return length > MAX_INDEX_LENGTH;
}

interface Sized {
  readonly appId: string;
  readonly length: number;
  readonly plainLength: number;
}

/** Returns the largest apps, whose listings are dropped so that all apps fit. */
export function choosePlain(apps: readonly Sized[]): Set<string> {
  const plain = new Set<string>();
  let total = apps.reduce((sum, { length }) => sum + length, 0);
  for (const { appId, length, plainLength } of apps.toSorted((a, b) => b.length - a.length)) {
    if (!isTooLarge(total)) break;
    total -= length - plainLength;
    plain.add(appId);
  }
  return plain;
}
