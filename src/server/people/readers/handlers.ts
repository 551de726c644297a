import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { MAX_LIST_ENTRIES } from '#shared/bounded.ts';
import { t } from '#shared/languages/translate.ts';
import { MAX_READER_TOKENS, type ReaderToken } from '#shared/settings/reader-calls.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { hashSecret } from '../../identity/principals.ts';
import { defineCountLimit, requireRoom } from '../../platform/db/count-limit.ts';
import { defineStatement, orNull } from '../../platform/db/statement.ts';
import { readerTokens } from '../../platform/db/tables/tokens.ts';
import { callError } from '../../platform/input/call-error.ts';

/** Prefix of every reader token. */
const READER_TOKEN_PREFIX = 'qr_';

/** Random bytes of a secret: 240 bits, forty characters of base64url. */
const SECRET_BYTES = 30;

const READER_TOKENS = defineCountLimit<null>({
  name: 'reader tokens',
  key: () => 'store',
  count: (tx) => tx.$count(readerTokens),
  max: () => MAX_READER_TOKENS,
  error: ({ max }) =>
    callError(
      'failed-precondition',
      () => t`The store has ${max} reader tokens, the maximum. Revoke one that nobody uses.`,
      { reason: 'too-many-tokens' },
    ),
});

/** `readers.create`: creates a token for reading a private store. Only this response contains its secret. */
export const createReaderToken: Handler<'readers.create'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    await requireRoom(tx, READER_TOKENS, null);
    const secret = `${READER_TOKEN_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
    const [created] = await tx
      .insert(readerTokens)
      .values({
        id: randomUUID(),
        name: data.name,
        secretHash: hashSecret(secret),
        hint: secret.slice(0, READER_TOKEN_PREFIX.length + 4),
        createdAt: context.clock(),
      })
      .returning();
    if (!created) throw callError('internal', () => t`The token wasn’t saved. Try again.`);
    await emit(tx, {
      by: caller.uid,
      name: 'settings.reader-token-created',
      details: { tokenId: created.id, name: created.name },
    });
    return { token: presentReaderToken(created), secret };
  });

const READERS = defineStatement('readers.list', () => ({
  select: {
    id: readerTokens.id,
    name: readerTokens.name,
    hint: readerTokens.hint,
    createdAt: readerTokens.createdAt,
    lastUsedAt: orNull(readerTokens.lastUsedAt),
  },
  from: sql`
    FROM ${readerTokens} ORDER BY ${readerTokens.createdAt} DESC, ${readerTokens.id} DESC
    LIMIT ${MAX_LIST_ENTRIES}`,
}));

/** `readers.list`: returns the store's reader tokens, newest first. */
export const listReaderTokens: Handler<'readers.list'> = async ({ context: { db } }) => {
  const rows = await READERS.all(db, {});
  return { tokens: rows.map(presentReaderToken) };
};

/** `readers.revoke`: ends a reader token; the next request with it is rejected. */
export const revokeReaderToken: Handler<'readers.revoke'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const [revoked] = await tx
      .delete(readerTokens)
      .where(eq(readerTokens.id, data.tokenId))
      .returning({ id: readerTokens.id, name: readerTokens.name });
    if (!revoked)
      throw callError('not-found', () => t`This token was already revoked.`, { reason: 'revoked' });
    await emit(tx, {
      by: caller.uid,
      name: 'settings.reader-token-revoked',
      details: { tokenId: revoked.id, name: revoked.name },
    });
    return {};
  });

function presentReaderToken({
  id,
  name,
  hint,
  createdAt,
  lastUsedAt,
}: Omit<typeof readerTokens.$inferSelect, 'secretHash'>): ReaderToken {
  return {
    id,
    name,
    hint,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
