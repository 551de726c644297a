/** Calls whose answers a decision about a person changes. */
export const PEOPLE_CHANGED = ['users.list', 'admin.overview', 'audit.list'] as const;
