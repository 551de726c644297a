import type { Actor } from '../versions/rules.ts';
import type { VersionStatus } from '../versions/version.ts';
import type { AppStatus } from './app.ts';

export type AppAction = 'publish' | 'unpublish' | 'republish' | 'remove' | 'restore';

interface AppTransition {
  readonly from: readonly AppStatus[];
  /** `before`: back to what it was before it was removed. */
  readonly to: AppStatus | 'before';
  /** Statuses that show that the same request has already had its effect. */
  readonly done: readonly AppStatus[];
  readonly who: readonly Actor[];
  /** The name of the audit event that is committed with the change. */
  readonly event: string;
}

/** Every way an app can change its status (design, section 5). Nothing else changes one. */
export const APP_TRANSITIONS: Readonly<Record<AppAction, AppTransition>> = {
  /** With its first published version. */
  publish: { from: ['draft'], to: 'published', done: ['published'], who: ['system'], event: 'app.published' },
  unpublish: {
    from: ['published'],
    to: 'unpublished',
    done: ['unpublished'],
    who: ['publisher'],
    event: 'app.unpublished',
  },
  republish: {
    from: ['unpublished'],
    to: 'published',
    done: ['published'],
    who: ['publisher'],
    event: 'app.republished',
  },
  remove: {
    from: ['draft', 'published', 'unpublished'],
    to: 'removed',
    done: ['removed'],
    who: ['admin'],
    event: 'app.removed',
  },
  restore: {
    from: ['removed'],
    to: 'before',
    done: ['draft', 'published', 'unpublished'],
    who: ['admin'],
    event: 'app.restored',
  },
};

const ACTION_WORDS: Record<AppAction, string> = {
  publish: 'published',
  unpublish: 'unpublished',
  republish: 'published again',
  remove: 'removed',
  restore: 'restored',
};

const STATUS_WORDS: Record<AppStatus, string> = {
  draft: 'is not published yet',
  published: 'is published',
  unpublished: 'is unpublished',
  removed: 'was removed by the store',
};

export interface AppAttempt {
  readonly action: AppAction;
  readonly status: AppStatus;
  readonly actor: Actor;
}

/**
 * Why an app cannot be changed so, as a sentence to show; null when it can.
 * The same rule guards the server and disables the button.
 */
export function whyNotApp({ action, status, actor }: AppAttempt): string | null {
  const { from, who } = APP_TRANSITIONS[action];
  if (!who.includes(actor)) {
    return actor === 'publisher'
      ? `Only the store can have an app ${ACTION_WORDS[action]}.`
      : `Only its publisher can have this app ${ACTION_WORDS[action]}.`;
  }
  return from.includes(status)
    ? null
    : `This app ${STATUS_WORDS[status]}, so it cannot be ${ACTION_WORDS[action]}.`;
}

/** Why no version of an app can be handed in or published at present; null when they can. */
export function whyNotPublishing(status: AppStatus): string | null {
  if (status === 'unpublished') return 'This app is unpublished. Publish it again first.';
  if (status === 'removed') return 'The store removed this app. Its people must restore it first.';
  return null;
}

/** Statuses of a version that the store is deciding about, or has decided in favour of. */
const IN_THE_STORES_HANDS: ReadonlySet<VersionStatus> = new Set(['submitted', 'in_review', 'approved']);

/** Why an app with versions in these statuses cannot be deleted, as a sentence; null when it can: it was never public. */
export function whyNotDeleteApp(status: AppStatus, versions: readonly VersionStatus[]): string | null {
  if (status === 'removed') return 'The store removed this app, so it cannot be deleted.';
  if (status !== 'draft')
    return 'This app was public, so its application id stays with it. Unpublish it instead.';
  if (!versions.some((version) => IN_THE_STORES_HANDS.has(version))) return null;
  return 'A version of this app is with the store. Withdraw or unpublish it first.';
}
