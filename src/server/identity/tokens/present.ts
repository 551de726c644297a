import type { Token } from '#shared/tokens/calls.ts';
import type { apiTokens } from '../../platform/db/tables/tokens.ts';

/** Returns a token as calls present it, without its secret. */
export function presentToken(
  row: Omit<typeof apiTokens.$inferSelect, 'ownerUid' | 'secretHash' | 'expiryWarnedAt'>,
  now: Date,
): Token {
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
    lastUsedFrom: row.lastUsedFrom,
  };
}
