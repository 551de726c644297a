import { CallError } from '#shared/errors.ts';
import { countedReports, exceedsHaltRule } from '#shared/releases/halt-rule.ts';
import type { Context } from '../../platform/context.ts';
import { SYSTEM } from '../lifecycle/actor.ts';
import { changeRelease, releaseStatusOf } from '../lifecycle/change-release.ts';
import { findRelease, lockVersion } from '../versions/queries.ts';
import { findHaltRule, readReportCounts } from './reports.ts';

/**
 * Halts a rollout whose reports exceed its rule. Does nothing when it was halted or resumed meanwhile, so that it halts
 * once however many reports arrive together.
 */
export async function haltRollout({ db, clock }: Context, versionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockVersion(tx, versionId).catch((error: unknown) => {
      if (error instanceof CallError) return null;
      throw error;
    });
    const release = locked && (await findRelease(tx, versionId));
    if (!release || releaseStatusOf(release, locked.version) !== 'rollingOut') return;
    const rule = await findHaltRule(tx, release);
    const counts = await readReportCounts(tx, release);
    if (!rule || !exceedsHaltRule(rule, counts)) return;
    const now = clock();
    const haltedFor = { ...counts, reports: countedReports(rule, counts) };
    const { percentage, publication } = release;
    await changeRelease(
      tx,
      { release, version: locked.version },
      {
        action: 'haltAutomatically',
        by: SYSTEM,
        now,
        set: { haltedAt: now, haltedFor, haltDispute: null },
        details: { percentage, publication, ...haltedFor },
      },
    );
  });
}
