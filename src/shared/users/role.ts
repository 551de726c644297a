import { z } from 'zod';

/** The roles of specification section 1. */
export const roleSchema = z.enum(['user', 'developer', 'admin']);
export type Role = z.infer<typeof roleSchema>;

/**
 * Turns whatever is stored as a role into one of the three: trimmed and lower-cased,
 * `admin` and `developer` are kept and anything else is `user` (specification section 4, role normalisation).
 */
export function normaliseRole(stored: unknown): Role {
  if (typeof stored !== 'string') return 'user';
  const role = stored.trim().toLowerCase();
  return role === 'admin' || role === 'developer' ? role : 'user';
}
