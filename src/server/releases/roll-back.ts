import { inArray } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { whyNotRelease } from '#shared/releases/rules.ts';
import { recordAudit } from '../audit/record.ts';
import { lockApp } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { releases } from '../db/publishing-tables.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { refuseRelease } from './change.ts';
import { readReleases } from './queries.ts';

/**
 * `releases.rollBack`: new installs get an earlier version from now on. Every newer version of its track is offered to
 * nobody any more; who has one keeps it, as no device installs a lower versionCode over a higher one.
 */
export const rollBackRelease: Handler<'releases.rollBack'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const { releases: all } = await readReleases(tx, app);
    const at = all.findIndex(({ versionId }) => versionId === data.versionId);
    const target = all[at];
    if (!target) throw new CallError('not-found', 'This app has no such release.');
    refuseRelease(whyNotRelease('rollBackTo', target.state));
    const newer = all
      .slice(0, at)
      .filter(({ track, state }) => track === target.track && OFFERABLE.has(state))
      .map(({ versionId }) => versionId);
    if (newer.length > 0) {
      const now = context.clock();
      await tx
        .update(releases)
        .set({ rolledBackAt: now, updatedAt: now })
        .where(inArray(releases.versionId, newer));
      await recordAudit(tx, {
        actorUid: caller.uid,
        event: 'release.rolled-back',
        appId: app.id,
        versionId: target.versionId,
        details: { newer },
      });
      await enqueue(tx, 'rebuild-feeds', {});
    }
    return readReleases(tx, app);
  });

const OFFERABLE: ReadonlySet<string> = new Set(['rollingOut', 'halted', 'complete']);
