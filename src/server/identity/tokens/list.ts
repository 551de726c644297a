import { sql } from 'drizzle-orm';
import { MAX_TOKENS } from '#shared/tokens/calls.ts';
import { defineStatement, type Values } from '../../platform/db/statement.ts';
import { apiTokens } from '../../platform/db/tables/tokens.ts';
import type { Handler } from '../handler.ts';
import { presentToken } from './present.ts';

const { id, name, scopes, appIds, hint, createdAt, expiresAt, lastUsedAt } = apiTokens;

const LIST = defineStatement('tokens.list', ({ uid }: Values<{ uid: string }>) => ({
  select: { id, name, scopes, appIds, hint, createdAt, expiresAt, lastUsedAt },
  from: sql`
    FROM ${apiTokens} WHERE ${apiTokens.ownerUid} = ${uid}
    ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${sql.raw(String(MAX_TOKENS))}`,
}));

/** `tokens.list`: returns the caller's tokens, newest first; expired ones stay until they are revoked. */
export const listTokens: Handler<'tokens.list'> = async ({ caller, context: { db, clock } }) => {
  const rows = await LIST.all(db, { uid: caller.uid });
  return { tokens: rows.map((row) => presentToken(row, clock())) };
};
