import { t } from '../languages/translate.ts';
import type { AppStatus } from '../statuses/app-status.ts';

/** Whether admins may approve their own apps: a setting of the store. */
export const OWN_APPROVALS = ['forbid', 'allow'] as const;

/** The input for deciding if an admin may approve or restore their own app. */
export interface OwnAppFacts {
  /** The admin's connection to the app or version; null without one. */
  readonly connection: 'publisher' | 'member' | 'uploader' | null;
  readonly ownApprovals: (typeof OWN_APPROVALS)[number];
  /** Number of active admins, including this one. */
  readonly activeAdmins: number;
}

/** An action that admins may not do with their own apps; `clear` removes a warning that staff set. */
export type OwnAppAction = 'approve' | 'restore' | 'clear';

const CONNECTIONS: Record<NonNullable<OwnAppFacts['connection']>, string> = {
  get publisher() {
    return t`You publish this app`;
  },
  get member() {
    return t`You work on this app`;
  },
  get uploader() {
    return t`You uploaded this version`;
  },
};

/** Returns true when admins may only decide about each other's apps. */
export function separatesDuties(facts: Pick<OwnAppFacts, 'ownApprovals' | 'activeAdmins'>): boolean {
  return facts.ownApprovals === 'forbid' && facts.activeAdmins > 1;
}

/**
 * Returns why an admin may not act on their own app so, as a sentence; null when they may. The same
 * rule guards the server and disables the button.
 */
export function ownAppDenialReason(facts: OwnAppFacts, action: OwnAppAction): string | null {
  if (facts.connection === null || !separatesDuties(facts)) return null;
  const connection = CONNECTIONS[facts.connection];
  if (action === 'clear') return t`${connection}, so another admin must do this.`;
  return action === 'approve'
    ? t`${connection}, so another admin must approve it.`
    : t`${connection}, so another admin must restore it.`;
}

/** Seconds for which the publication of an approval waits, so that its reviewer can undo it. */
export const UNDO_SECONDS = 10;

/** The input for deciding if a reviewer may undo the decision about an approved or rejected version. */
export interface DecisionFacts {
  readonly isOwnDecision: boolean;
  /** True when the app has a later submission. */
  readonly isSuperseded: boolean;
  /** True when the file was deleted, as those of rejected versions are after a time. */
  readonly hasNoFile: boolean;
}

/** Returns why a reviewer may not undo a decision, as a sentence; null when they may. */
export function undoDenialReason({ isOwnDecision, isSuperseded, hasNoFile }: DecisionFacts): string | null {
  if (!isOwnDecision) return t`Only the reviewer who decided can undo it.`;
  if (isSuperseded) return t`The publisher has submitted again since, so this decision can’t be undone.`;
  return hasNoFile ? t`The file of this version was deleted, so the decision can’t be undone.` : null;
}

/** Returns why nothing of a removed app can be approved, as a sentence; null for other apps. */
export function removedAppDenialReason(status: AppStatus, approved: 'version' | 'listing'): string | null {
  if (status !== 'removed') return null;
  return approved === 'version'
    ? t`This app was removed from the store. Restore it first, or reject the version.`
    : t`This app was removed from the store. Restore it first.`;
}
