import { randomUUID } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { MAX_LIST_ENTRIES } from '#shared/bounded.ts';
import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { TRUSTED_PUBLISHER_LIMITS } from '#shared/trusted-publishers/calls.ts';
import { sourceName } from '#shared/trusted-publishers/source.ts';
import { emit } from '../../events/emit.ts';
import { defineCountLimit, requireRoom } from '../../platform/db/count-limit.ts';
import type { Tx } from '../../platform/db/open.ts';
import {
  buildTokens,
  type TrustedPublisherRow,
  trustedPublishers,
  usedIdTokens,
} from '../../platform/db/tables/tokens.ts';
import { callError } from '../../platform/input/call-error.ts';
import { findAppRole, readApp } from '../app-access.ts';
import type { Handler } from '../handler.ts';
import { hashSecret } from '../principals.ts';
import { countAttempt, type Limit } from '../rate-limits.ts';
import { createTokenSecret } from '../token-secret.ts';
import { readUser } from '../users.ts';
import { findMismatch, type Mismatch, missingId, pinRepository, readBuild } from './match-claims.ts';
import { type VerifiedIdToken, verifyIdToken } from './verify-id-token.ts';

const EXCHANGES: Limit = {
  name: 'exchanged tokens network',
  max: TRUSTED_PUBLISHER_LIMITS.exchangesPerHour,
  windowSeconds: 3600,
  message: () => t`Too many ID tokens from this network.`,
};

/**
 * `tokens.exchange`: returns an API token for 15 minutes to a build job that a trusted publisher of the app accepts. It
 * acts for the owner who saved the trusted publisher, as long as they are an owner of the app.
 */
export const exchangeToken: Handler<'tokens.exchange'> = async ({ data, network, context }) => {
  await countAttempt(context, EXCHANGES, network);
  const verified = await verifyIdToken(context, data.idToken);
  return context.db.transaction(async (tx) => {
    const found = await findTrustedPublisher(tx, data.appId, verified);
    await requireOwner(tx, found);
    const now = context.clock();
    await useOnce(tx, verified);
    await requireRoom(tx, LIVE_TOKENS, { id: found.id, now });

    const secret = createTokenSecret();
    const tokenId = randomUUID();
    const expiresAt = new Date(now.getTime() + TRUSTED_PUBLISHER_LIMITS.tokenMinutes * 60_000);
    const build = readBuild(verified.issuer, verified.claims);
    const source = pinRepository(found.source, verified.claims);
    await tx
      .update(trustedPublishers)
      .set({ source, lastUsedAt: now })
      .where(eq(trustedPublishers.id, found.id));
    await tx.insert(buildTokens).values({
      id: tokenId,
      trustedPublisherId: found.id,
      secretHash: hashSecret(secret),
      build,
      expiresAt,
    });
    await emit(tx, {
      by: null,
      name: 'trusted-publisher.used',
      appId: found.appId,
      uid: found.ownerUid,
      details: {
        trustedPublisherId: found.id,
        source: sourceName(source),
        issuer: found.issuer,
        tokenId,
        build,
        isFirst: found.lastUsedAt === null,
        repositoryId: source.kind === 'other' ? null : source.repositoryId,
        ownerId: source.kind === 'other' ? null : source.ownerId,
      },
    });
    return { token: secret, scopes: found.scopes, expiresAt: expiresAt.toISOString() };
  });
};

/**
 * Returns the trusted publisher of an app that accepts a token, locked. Of several, one for an environment comes first,
 * because it may allow more. Throws `permission-denied` with the claim that the nearest one does not accept.
 */
async function findTrustedPublisher(
  tx: Tx,
  appId: string,
  { issuer, claims }: VerifiedIdToken,
): Promise<TrustedPublisherRow> {
  const candidates = await tx
    .select()
    .from(trustedPublishers)
    .where(and(eq(trustedPublishers.appId, appId), eq(trustedPublishers.issuer, issuer.url)))
    .orderBy(trustedPublishers.createdAt, trustedPublishers.id)
    .limit(MAX_LIST_ENTRIES)
    .for('update');
  const ofKind = candidates.filter(({ source }) => source.kind === issuer.kind);
  const compared = ofKind.map((row) => ({ row, mismatch: findMismatch(row.source, issuer, claims) }));
  const accepting = compared.filter(({ mismatch }) => mismatch === null).map(({ row }) => row);
  const found = accepting.find(hasEnvironment) ?? accepting[0];
  if (!found)
    throw notAccepted(issuer.url, nearestMismatch(compared.flatMap(({ mismatch }) => mismatch ?? [])));
  const missing = missingId(found.source, claims);
  if (missing !== null) throw notAccepted(issuer.url, { claim: missing, value: null, matched: 0 });
  return found;
}

function hasEnvironment({ source }: TrustedPublisherRow): boolean {
  return source.kind !== 'other' && source.environment !== null;
}

function nearestMismatch(mismatches: readonly Mismatch[]): Mismatch | undefined {
  return mismatches.toSorted((one, other) => other.matched - one.matched)[0];
}

/** Names only what is in the caller's own token, so that nobody learns what a trusted publisher accepts. */
function notAccepted(issuer: string, mismatch: Mismatch | undefined): CallError {
  if (!mismatch) {
    return callError(
      'permission-denied',
      () => t`No trusted publisher of this app accepts tokens of ${issuer}.`,
      {
        reason: 'no-trusted-publisher',
      },
    );
  }
  const { claim, value } = mismatch;
  return callError(
    'permission-denied',
    () =>
      value === null
        ? t`The token lacks the claim “${claim}”, which a trusted publisher of this app needs.`
        : t`The claim “${claim}” is “${value.slice(0, 300).toWellFormed()}”, which no trusted publisher of this app accepts.`,
    { reason: 'wrong-claim', claim },
  );
}

/** Throws unless the owner who saved a trusted publisher may still publish the app. */
async function requireOwner(tx: Tx, { appId, ownerUid }: TrustedPublisherRow): Promise<void> {
  const owner = await readUser(tx, ownerUid);
  const app = await readApp(tx, appId);
  const isRemoved = app === null || app.status === 'removed';
  const role = owner && !isRemoved && !owner.suspendedAt ? await findAppRole(tx, app, owner) : null;
  if (role === 'owner') return;
  throw callError(
    'permission-denied',
    () =>
      isRemoved
        ? t`This app was removed from the store.`
        : t`The owner who saved this trusted publisher can’t publish this app any more. Another owner has to save it again.`,
    { reason: isRemoved ? 'app-removed' : 'not-owner' },
  );
}

/** Records that an ID token was exchanged; throws when it was before. */
async function useOnce(tx: Tx, { hash, expiresAt }: VerifiedIdToken): Promise<void> {
  const recorded = await tx
    .insert(usedIdTokens)
    .values({ hash, expiresAt })
    .onConflictDoNothing()
    .returning({ hash: usedIdTokens.hash });
  if (recorded.length > 0) return;
  throw callError('unauthenticated', () => t`This ID token was exchanged before. Request a new one.`, {
    reason: 'id-token',
    claim: 'jti',
  });
}

const LIVE_TOKENS = defineCountLimit<{ readonly id: string; readonly now: Date }>({
  name: 'build tokens',
  key: ({ id }) => id,
  count: (tx, { id, now }) =>
    tx.$count(buildTokens, and(eq(buildTokens.trustedPublisherId, id), gt(buildTokens.expiresAt, now))),
  max: () => TRUSTED_PUBLISHER_LIMITS.liveTokens,
  error: ({ max }) =>
    callError(
      'resource-exhausted',
      () => t`This trusted publisher has ${max} valid tokens, the maximum. Wait until one expires.`,
      { reason: 'too-many-tokens' },
    ),
});
