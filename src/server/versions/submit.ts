import { and, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { whyNotPublishing } from '#shared/apps/rules.ts';
import type { CallData } from '#shared/calls.ts';
import { CallError } from '#shared/errors.ts';
import { requireAppRole } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import type { Tx } from '../db/open.ts';
import { appListings, releases } from '../db/publishing-tables.ts';
import { type AppRow, type VersionRow, versions } from '../db/tables.ts';
import { enqueuePublication, publicationColumns } from '../releases/schedule.ts';
import { applyPolicy } from '../reviews/apply-policy.ts';
import { highestVersionCode, lockVersion, presentVersion } from './queries.ts';
import { isAlreadyDone, transition } from './transition.ts';

/** For how long a version that was turned away or taken back keeps the place for the next one, in milliseconds. */
const PLACE_KEPT_MS = 30 * 86_400_000;

/**
 * `versions.submit`: hands a draft to the store's reviewers, with how it is to be given out; the store's policy may
 * approve an update at once. Twice is answered like once.
 */
export const submitVersion: Handler<'versions.submit'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    await requireAppRole(tx, app, { caller, role: 'maintainer' });
    if (isAlreadyDone(version, 'submit')) return { version: presentVersion(version, app) };
    const now = context.clock();
    await requireSubmittable(tx, version, app);
    await storeRelease(tx, version, { data, now });
    const submitted = await transition(tx, version, {
      action: 'submit',
      by: { actor: 'publisher', uid: caller.uid },
      set: {
        submittedAt: now,
        queuedAt: version.queuedAt ?? (await findKeptPlace(tx, version, now)) ?? now,
        decidedAt: null,
        decisionNote: null,
        rejectionReasons: [],
        reviewerUid: null,
        claimedAt: null,
        releaseNotes: await readReleaseNotes(tx, app.id),
      },
    });
    const decided = await applyPolicy(tx, { version: submitted, app, now });
    return { version: presentVersion(decided.version, decided.app) };
  });

async function requireSubmittable(tx: Tx, version: VersionRow, app: AppRow): Promise<void> {
  const refusal = whyNotPublishing(app.status);
  if (refusal) throw new CallError('failed-precondition', refusal, { reason: refusal });
  if (version.versionCode === null) return;
  const highest = await highestVersionCode(tx, app.id, version.id);
  if (highest === null || version.versionCode > highest) return;
  if (version.status !== 'draft' && version.status !== 'withdrawn') return;
  const reason = `versionCode ${version.versionCode} is not above ${highest}, the highest this app has used. Build with a higher versionCode and upload again.`;
  throw new CallError('failed-precondition', reason, { reason, highestVersionCode: highest });
}

interface Chosen {
  readonly data: CallData<'versions.submit'>;
  readonly now: Date;
}

async function storeRelease(tx: Tx, version: VersionRow, { data, now }: Chosen): Promise<void> {
  const chosen = {
    track: data.track,
    percentage: data.percentage,
    ...publicationColumns(data.publication, now),
    updatedAt: now,
  };
  await tx
    .insert(releases)
    .values({ versionId: version.id, appId: version.appId, ...chosen })
    .onConflictDoUpdate({ target: releases.versionId, set: chosen });
  if (chosen.publishAt) await enqueuePublication(tx, version.id, chosen.publishAt);
}

/** The place in the queue of the app's last submission that led to nothing; null without one, or after a publication. */
async function findKeptPlace(tx: Tx, version: VersionRow, now: Date): Promise<Date | null> {
  const [before] = await tx
    .select({ queuedAt: versions.queuedAt })
    .from(versions)
    .where(
      and(
        eq(versions.appId, version.appId),
        inArray(versions.status, ['rejected', 'withdrawn']),
        isNotNull(versions.queuedAt),
        gt(versions.submittedAt, new Date(now.getTime() - PLACE_KEPT_MS)),
        sql`NOT EXISTS (
          SELECT FROM versions later
          WHERE later.app_id = ${versions.appId} AND later.published_at > ${versions.submittedAt}
        )`,
      ),
    )
    .orderBy(desc(versions.submittedAt))
    .limit(1);
  return before?.queuedAt ?? null;
}

/** What the listing says is new, by locale. */
async function readReleaseNotes(tx: Tx, appId: string): Promise<Record<string, string>> {
  const rows = await tx
    .select({ locale: appListings.locale, texts: appListings.texts })
    .from(appListings)
    .where(eq(appListings.appId, appId));
  return Object.fromEntries(
    rows.filter(({ texts }) => texts.whatsNew !== '').map(({ locale, texts }) => [locale, texts.whatsNew]),
  );
}
