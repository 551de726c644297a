import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import type { Release } from '#shared/releases/release.ts';
import { RELEASE_RULES, type ReleaseAction, whyNotRelease } from '#shared/releases/rules.ts';
import { recordAudit } from '../audit/record.ts';
import { requireAppRole } from '../auth/app-access.ts';
import type { Caller } from '../auth/authenticate.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { type ReleaseRow, releases } from '../db/publishing-tables.ts';
import type { AppRow, VersionRow } from '../db/tables.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { lockVersion } from '../versions/queries.ts';
import { presentRelease, requireRelease, stateOf } from './queries.ts';

/** A release that is being changed: its app and version are locked. */
export interface LockedRelease {
  readonly release: ReleaseRow;
  readonly version: VersionRow;
  readonly app: AppRow;
}

type Columns = Partial<typeof releases.$inferInsert>;

interface Change {
  readonly context: Context;
  readonly caller: Caller;
  readonly versionId: string;
  readonly action: ReleaseAction;
  /** The columns that change; may throw `CallError` where the rule alone does not say all. */
  readonly columns: (locked: LockedRelease) => Columns;
}

/**
 * Changes how a version is given out: rule, change, audit event and feed in one transaction. What has been done
 * already is answered like the first time. Throws `not-found`, `permission-denied` or `failed-precondition`.
 */
export async function changeRelease(change: Change): Promise<{ release: Release }> {
  const { context, caller, versionId, action, columns } = change;
  return context.db.transaction(async (tx) => {
    const locked = await lockRelease(tx, versionId, caller);
    const { release, version } = locked;
    const state = stateOf(release, version);
    if (RELEASE_RULES[action].done.includes(state)) return { release: presentRelease(release, version) };
    refuseRelease(whyNotRelease(action, state));
    const changed = await storeRelease(tx, release, { ...columns(locked), updatedAt: context.clock() });
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: `release.${EVENTS[action]}`,
      appId: version.appId,
      versionId,
      details: { percentage: changed.percentage, publication: changed.publication },
    });
    await enqueue(tx, 'rebuild-feeds', {});
    return { release: presentRelease(changed, version) };
  });
}

const EVENTS: Record<ReleaseAction, string> = {
  publish: 'published',
  schedule: 'scheduled',
  setRollout: 'rollout-changed',
  halt: 'halted',
  resume: 'resumed',
  complete: 'completed',
  rollBackTo: 'rolled-back',
};

/** A release with its version and app locked, for maintainers. */
export async function lockRelease(tx: Tx, versionId: string, caller: Caller): Promise<LockedRelease> {
  const { version, app } = await lockVersion(tx, versionId);
  await requireAppRole(tx, app, { caller, role: 'maintainer' });
  return { release: await requireRelease(tx, versionId), version, app };
}

/** Stores what changes of a release, and gives it anew. */
export async function storeRelease(tx: Tx, { versionId }: ReleaseRow, columns: Columns): Promise<ReleaseRow> {
  const [row] = await tx.update(releases).set(columns).where(eq(releases.versionId, versionId)).returning();
  return row as ReleaseRow;
}

/** Throws `failed-precondition` with the reason, when there is one. */
export function refuseRelease(reason: string | null): void {
  if (reason) throw new CallError('failed-precondition', reason, { reason });
}
