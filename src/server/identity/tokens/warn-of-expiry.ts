import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { EXPIRY_WARNING_DAYS } from '#shared/tokens/calls.ts';
import { emit } from '../../events/emit.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/open.ts';
import { apiTokens } from '../../platform/db/tables/tokens.ts';

const BATCH = 200;

/**
 * Runs hourly: tells the owners of tokens that expire within seven days, once per token. Tokens made for seven days or
 * fewer expire as their owners expect.
 */
export async function warnOfExpiry({ db, clock, log }: Context, signal: AbortSignal): Promise<void> {
  const now = clock();
  const expiresSoon = and(
    isNull(apiTokens.expiryWarnedAt),
    gt(apiTokens.expiresAt, now),
    lte(apiTokens.expiresAt, new Date(now.getTime() + EXPIRY_WARNING_DAYS * 86_400_000)),
    sql`${apiTokens.expiresAt} - ${apiTokens.createdAt} > make_interval(days => ${EXPIRY_WARNING_DAYS})`,
  );
  let after = '';
  while (!signal.aborted) {
    const batch = await db
      .select({ id: apiTokens.id })
      .from(apiTokens)
      .where(and(expiresSoon, gt(apiTokens.id, after)))
      .orderBy(apiTokens.id)
      .limit(BATCH);
    for (const { id } of batch) {
      // A warning that fails must not block those of others.
      await db
        .transaction((tx) => warn(tx, id, now))
        .catch((error: unknown) => log.error({ err: error, tokenId: id }, 'no warning of expiry'));
      after = id;
    }
    if (batch.length < BATCH) return;
  }
}

async function warn(tx: Tx, id: string, now: Date): Promise<void> {
  const [token] = await tx
    .update(apiTokens)
    .set({ expiryWarnedAt: now })
    .where(and(eq(apiTokens.id, id), isNull(apiTokens.expiryWarnedAt)))
    .returning({ name: apiTokens.name, ownerUid: apiTokens.ownerUid, expiresAt: apiTokens.expiresAt });
  if (!token?.expiresAt) return;
  const { name, ownerUid, expiresAt } = token;
  await emit(tx, {
    by: null,
    name: 'token.expires-soon',
    uid: ownerUid,
    details: { tokenId: id, name, expiresAt: expiresAt.toISOString() },
  });
}
