import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { TRUSTED_PUBLISHER_LIMITS } from '#shared/trusted-publishers/calls.ts';
import { sourceConditions, sourceName, type TrustedSource } from '#shared/trusted-publishers/source.ts';
import { emit } from '../../events/emit.ts';
import { defineCountLimit, requireRoom } from '../../platform/db/count-limit.ts';
import type { Tx } from '../../platform/db/open.ts';
import { buildTokens, type TrustedPublisherRow, trustedPublishers } from '../../platform/db/tables/tokens.ts';
import { callError, requireAllowed } from '../../platform/input/call-error.ts';
import { readSettings } from '../../platform/settings.ts';
import { lockApp } from '../app-access.ts';
import type { Handler } from '../handler.ts';
import { lockTrustedPublisher, readTrustedPublisher } from './list.ts';

const PER_APP = defineCountLimit<string>({
  name: 'trusted publishers',
  key: (appId) => appId,
  count: (tx, appId) => tx.$count(trustedPublishers, eq(trustedPublishers.appId, appId)),
  max: () => TRUSTED_PUBLISHER_LIMITS.perApp,
  error: ({ max }) =>
    callError(
      'resource-exhausted',
      () => t`An app can have up to ${max} trusted publishers. Remove one first.`,
      { reason: 'too-many-trusted-publishers' },
    ),
});

/** `trustedPublishers.add`: lets jobs of a build service publish an app, for the caller. */
export const addTrusted: Handler<'trustedPublishers.add'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { appId, issuer, source, scopes } = data;
    await lockApp(tx, appId, { caller, role: 'owner' });
    await requireTrustedIssuer(tx, { issuer, source });
    await requireRoom(tx, PER_APP, appId);
    const id = randomUUID();
    await tx.insert(trustedPublishers).values({
      id,
      appId,
      ownerUid: caller.uid,
      issuer,
      source,
      scopes,
      createdAt: context.clock(),
    });
    await emit(tx, {
      by: caller.uid,
      name: 'trusted-publisher.added',
      appId,
      details: { trustedPublisherId: id, issuer, scopes, ...describeSource(source) },
    });
    return { trustedPublisher: await readTrustedPublisher(tx, id) };
  });

/**
 * `trustedPublishers.change`: replaces what a trusted publisher accepts and may do. Its tokens end, and new ones act for
 * the caller.
 */
export const changeTrusted: Handler<'trustedPublishers.change'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { trustedPublisherId, issuer, source, scopes } = data;
    const before = await lockTrustedPublisher(tx, trustedPublisherId, caller);
    await requireTrustedIssuer(tx, { issuer, source });
    await tx
      .update(trustedPublishers)
      .set({
        ownerUid: caller.uid,
        issuer,
        source,
        scopes,
        lastUsedAt: isSameOrigin(before, { issuer, source }) ? before.lastUsedAt : null,
      })
      .where(eq(trustedPublishers.id, before.id));
    await tx.delete(buildTokens).where(eq(buildTokens.trustedPublisherId, before.id));
    await emit(tx, {
      by: caller.uid,
      name: 'trusted-publisher.changed',
      appId: before.appId,
      details: { trustedPublisherId: before.id, issuer, scopes, ...describeSource(source) },
    });
    return { trustedPublisher: await readTrustedPublisher(tx, before.id) };
  });

/** `trustedPublishers.remove`: removes a trusted publisher with its tokens. */
export const removeTrusted: Handler<'trustedPublishers.remove'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { id, appId, issuer, source } = await lockTrustedPublisher(tx, data.trustedPublisherId, caller);
    await tx.delete(trustedPublishers).where(eq(trustedPublishers.id, id));
    await emit(tx, {
      by: caller.uid,
      name: 'trusted-publisher.removed',
      appId,
      details: { trustedPublisherId: id, source: sourceName(source), issuer },
    });
    return {};
  });

/** Returns what the log keeps of a source. */
function describeSource(source: TrustedSource) {
  const { repositoryId, ownerId, workflow, environment } =
    source.kind === 'other'
      ? { repositoryId: null, ownerId: null, workflow: null, environment: null }
      : source;
  const accepts = sourceConditions(source);
  return { source: sourceName(source), accepts, repositoryId, ownerId, workflow, environment };
}

interface Origin {
  readonly issuer: string;
  readonly source: TrustedSource;
}

/** Throws `failed-precondition` for an issuer that the store does not trust, or whose tokens have other claims. */
async function requireTrustedIssuer(tx: Tx, { issuer, source }: Origin): Promise<void> {
  const { trustedIssuers } = await readSettings(tx);
  const trusted = trustedIssuers.find(({ url }) => url === issuer);
  requireAllowed(() => (trusted ? null : t`This store doesn’t trust this issuer. Ask its staff to add it.`), {
    reason: 'untrusted-issuer',
  });
  requireAllowed(() => (trusted?.kind === source.kind ? null : t`Tokens of this issuer have other claims.`), {
    reason: 'untrusted-issuer',
  });
}

/** Returns true while the owners know where its tokens come from: the next use of another origin is its first. */
function isSameOrigin(before: TrustedPublisherRow, after: Origin): boolean {
  return (
    before.issuer === after.issuer && isDeepStrictEqual(identityOf(before.source), identityOf(after.source))
  );
}

/** Returns a repository with its ids, without the conditions for its jobs; for other issuers, all claims. */
function identityOf(source: TrustedSource): object {
  if (source.kind === 'other') return source;
  const { kind, repository, repositoryId, ownerId } = source;
  return { kind, repository, repositoryId, ownerId };
}
