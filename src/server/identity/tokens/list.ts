import { sql } from 'drizzle-orm';
import { MAX_LIST_ENTRIES } from '#shared/bounded.ts';
import { t } from '#shared/languages/translate.ts';
import type { Token } from '#shared/tokens/calls.ts';
import type { Context } from '../../platform/context.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { apiTokens } from '../../platform/db/tables/tokens.ts';
import { callError } from '../../platform/input/call-error.ts';
import type { Handler } from '../handler.ts';
import { readUser } from '../users.ts';
import { presentToken } from './present.ts';

const { id, name, scopes, appIds, hint, createdAt, expiresAt, lastUsedAt, lastUsedFrom } = apiTokens;

const LIST = defineStatement('tokens.list', ({ uid }: StatementValues<{ uid: string }>) => ({
  select: { id, name, scopes, appIds, hint, createdAt, expiresAt, lastUsedAt, lastUsedFrom },
  from: sql`
    FROM ${apiTokens} WHERE ${apiTokens.ownerUid} = ${uid}
    ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${sql.raw(String(MAX_LIST_ENTRIES))}`,
}));

/** `tokens.list`: returns the caller's tokens, newest first; expired ones stay until they are revoked. */
export const listTokens: Handler<'tokens.list'> = async ({ caller, context }) => ({
  tokens: await readTokens(context, caller.uid),
});

/** `tokens.listOfUser`: returns the tokens of a user for staff, newest first. */
export const listTokensOfUser: Handler<'tokens.listOfUser'> = async ({ data, context }) => {
  if (!(await readUser(context.db, data.uid)))
    throw callError('not-found', () => t`This user doesn’t exist.`);
  return { tokens: await readTokens(context, data.uid) };
};

async function readTokens({ db, clock }: Context, uid: string): Promise<Token[]> {
  const rows = await LIST.all(db, { uid });
  return rows.map((row) => presentToken(row, clock()));
}
