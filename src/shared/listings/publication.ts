import { t } from '../languages/translate.ts';
import type { AppStatus } from '../statuses/app-status.ts';
import { isIdentityField, isTextField, type ListingField } from './fields.ts';
import type { ListingValue } from './values.ts';

/** Whether listing changes of public apps go live at once or wait for staff: a setting of the store. */
export const LISTING_CHANGES = ['live', 'approval'] as const;
type ListingChanges = (typeof LISTING_CHANGES)[number];

/** Maximum changes of one app that go live without approval per day; further ones wait. */
export const MAX_LIVE_CHANGES_A_DAY = 200;
/** Maximum size of these changes in bytes, texts and images together: 64 MiB. */
export const MAX_LIVE_CHANGE_BYTES_A_DAY = 64 * 1024 ** 2;

/** The reasons why a listing change waits for approval. */
export const APPROVAL_REASONS = [
  'firstPublication',
  'firstListing',
  'identity',
  'held',
  'storeApproves',
  'tooMany',
] as const;
export type ApprovalReason = (typeof APPROVAL_REASONS)[number];

/** Sentences for the reasons, shown to the publisher and staff. */
export const APPROVAL_SENTENCES: Readonly<Record<ApprovalReason, string>> = {
  firstPublication: t`Goes live with your first version.`,
  firstListing: t`A new language goes live once it is approved.`,
  identity: t`Names and icons go live once approved.`,
  held: t`Staff rejected or reverted a change here, so new changes need approval.`,
  storeApproves: t`This store approves listing changes before they go live.`,
  tooMany: t`You’ve made many changes today, so new ones need approval.`,
};

/** The state of a field when it changes. */
export interface ChangedField {
  readonly field: ListingField;
  /** True when the app has been live. */
  readonly wasPublic: boolean;
  /** True when this language is live; always true for language-independent fields. */
  readonly isLive: boolean;
  /** True when staff rejected or reverted a change of this field and approved none since. */
  readonly isHeld: boolean;
  /** True when a new default language changes the live name. */
  readonly renames?: boolean;
  /** True over `MAX_LIVE_CHANGES_A_DAY` or `MAX_LIVE_CHANGE_BYTES_A_DAY`. */
  readonly isOverLimit?: boolean;
  readonly setting: ListingChanges;
}

/**
 * Returns why a listing change needs approval; null when it goes live immediately. Used by the server and the
 * editor.
 */
export function approvalReason(changed: ChangedField): ApprovalReason | null {
  const { field, wasPublic, isLive, isHeld, renames = false, isOverLimit = false, setting } = changed;
  if (!wasPublic) return 'firstPublication';
  if (!isLive) return 'firstListing';
  if (isIdentityField(field) || (field === 'defaultLocale' && renames)) return 'identity';
  if (isHeld) return 'held';
  if (setting === 'approval') return 'storeApproves';
  return isOverLimit ? 'tooMany' : null;
}

/** Returns true when an app has been live; `removedFrom` is its status before a removal. */
export function wasEverPublic(app: { status: AppStatus; removedFrom: AppStatus | null }): boolean {
  return app.status === 'removed' ? app.removedFrom !== 'draft' : app.status !== 'draft';
}

interface NewValue {
  /** Empty for language-independent fields. */
  readonly locale: string;
  readonly field: ListingField;
  readonly after: ListingValue;
}

/**
 * Returns the first change that cannot go live with the others because its language would have no name;
 * undefined when all can. `live` are the live languages.
 */
export function findNameless<Change extends NewValue>(
  changes: readonly Change[],
  live: ReadonlySet<string>,
): Change | undefined {
  const named = new Set([
    ...live,
    ...changes.filter(({ field }) => field === 'name').map(({ locale }) => locale),
  ]);
  return changes.find(({ locale, field, after }) => {
    if (field === 'defaultLocale') return live.size > 0 && !named.has(String(after));
    return isTextField(field) && !named.has(locale);
  });
}

/** Explains why such a change cannot go live. */
export function namelessSentence({ locale, field, after }: NewValue): string {
  return field === 'defaultLocale'
    ? t`The listing in ${String(after)} isn’t live yet. Approve its name first.`
    : t`The listing in ${locale} isn’t live yet. Approve its name too.`;
}
