/** Calls whose answers the removal or restoration of an app or a version changes. */
export const APP_CHANGED = ['apps.get', 'apps.list', 'admin.overview', 'audit.list', 'reviews.get'] as const;
