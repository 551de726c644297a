import { t } from '#shared/languages/translate.ts';

/* The choices of the queue's filters, as `SelectFilter` takes them. */

export const REVIEWERS = [
  ['', t`Any reviewer`],
  ['me', t`Assigned to me`],
  ['nobody', t`Unassigned`],
] as const;
export const CHANGES = [
  ['', t`Any change`],
  ['first', t`First versions`],
  ['update', t`Updates`],
] as const;
export const FACTS = [
  ['', t`More filters`],
  ['permissions', t`Sensitive access`],
  ['rejection', t`Rejected before`],
  ['messages', t`Unanswered messages`],
  ['listing', t`Listing changes`],
  ['overdue', t`Review overdue`],
] as const;
export const SORTS = [
  ['oldest', t`Oldest first`],
  ['newest', t`Newest first`],
  ['name', t`By app`],
  ['permissions', t`Most permissions first`],
  ['findings', t`Most warnings first`],
] as const;
