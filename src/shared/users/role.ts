/**
 * The roles of specification section 1. This file avoids zod, because the browser's first screen loads it
 * without that library.
 */
export const ROLES = ['user', 'developer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Normalises a stored role: trimmed and lower-cased, `admin` and `developer` are kept and anything else is
 * `user` (specification section 4, role normalisation).
 */
export function normaliseRole(stored: unknown): Role {
  if (typeof stored !== 'string') return 'user';
  const role = stored.trim().toLowerCase();
  return role === 'admin' || role === 'developer' ? role : 'user';
}
