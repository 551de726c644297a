import { desc, eq } from 'drizzle-orm';
import type { Handler } from '../callable.ts';
import { apiTokens } from '../db/account-tables.ts';
import { presentToken } from './present.ts';

/** `tokens.list`: the caller's own tokens, newest first; expired ones stay until they are revoked. */
export const listTokens: Handler<'tokens.list'> = async ({ caller, context: { db, clock } }) => {
  const rows = await db
    .select()
    .from(apiTokens)
    .where(eq(apiTokens.ownerUid, caller.uid))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
  return { tokens: rows.map((row) => presentToken(row, clock())) };
};
