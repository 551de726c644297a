import type { Token } from '#shared/tokens/calls.ts';
import type { apiTokens } from '../db/account-tables.ts';

/** A token as calls answer with it, never with its secret. */
export function presentToken(row: typeof apiTokens.$inferSelect, now: Date): Token {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    appIds: row.appIds,
    hint: row.hint,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    expired: row.expiresAt !== null && row.expiresAt <= now,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
