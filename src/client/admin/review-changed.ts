/** Calls whose answers a decision or a claim changes. */
export const REVIEW_CHANGED = [
  'reviews.queue',
  'reviews.get',
  'admin.overview',
  'audit.list',
  'versions.get',
  'apps.get',
  'apps.list',
] as const;
