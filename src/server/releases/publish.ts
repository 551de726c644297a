import { and, eq, isNull } from 'drizzle-orm';
import { whyNotPublishing } from '#shared/apps/rules.ts';
import { transitionApp } from '../apps/transition.ts';
import type { Tx } from '../db/open.ts';
import { type AppRow, type VersionRow, versions } from '../db/tables.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { makeListingPublic } from '../listings/publish.ts';
import { notifyUpdate } from '../notifications/send.ts';
import { findPublishedVersion } from '../versions/queries.ts';
import { type ActorIdentity, THE_STORE, transition } from '../versions/transition.ts';
import { findRelease } from './queries.ts';

interface Publication {
  readonly version: VersionRow;
  readonly app: AppRow;
  /** `republish` for what was unpublished before. */
  readonly action: 'publish' | 'republish';
  readonly by: ActorIdentity;
  readonly now: Date;
}

/**
 * Makes an approved version of a locked app public, and with its first version the app: status, audit events, listing,
 * notifications and feed change in the caller's transaction. Throws `failed-precondition`.
 */
export async function publishVersion(
  tx: Tx,
  { version, app, action, by, now }: Publication,
): Promise<{ version: VersionRow; app: AppRow }> {
  const isFirst = version.publishedAt === null;
  const earlier = await findPublishedVersion(tx, app.id);
  const published = await transition(tx, version, {
    action,
    by,
    set: { publishedAt: version.publishedAt ?? now },
  });
  const publicApp =
    app.status === 'draft' ? await transitionApp(tx, app, { action: 'publish', by: THE_STORE, now }) : app;
  await makeListingPublic(tx, app.id);
  if (isFirst && earlier && app.status === 'published' && (await isForEverybody(tx, version.id))) {
    await notifyUpdate(tx, {
      appId: app.id,
      version: version.package?.versionName ?? String(version.versionCode),
      changes: version.releaseNotes[app.details.defaultLocale] ?? '',
      now,
    });
  }
  await enqueue(tx, 'rebuild-feeds', {});
  return { version: published, app: publicApp };
}

/**
 * What follows an approval: the version is published when its publisher chose so and the app can be public. Otherwise
 * it stays approved, until its date, its publisher's hand or the app's return.
 */
export async function publishWhenDue(
  tx: Tx,
  { version, app, now }: Omit<Publication, 'action' | 'by'>,
): Promise<{ version: VersionRow; app: AppRow }> {
  const release = await findRelease(tx, version.id);
  const kind = release?.publication ?? 'atOnce';
  const isDue = kind === 'atOnce' || (kind === 'atDate' && (release?.publishAt ?? now) <= now);
  if (whyNotPublishing(app.status) || !isDue) return { version, app };
  return publishVersion(tx, { version, app, action: 'publish', by: THE_STORE, now });
}

/** Publishes what was approved while its app was not public, once the app is public again. */
export async function publishWaiting(tx: Tx, app: AppRow, now: Date): Promise<void> {
  const waiting = await tx
    .select()
    .from(versions)
    .where(and(eq(versions.appId, app.id), eq(versions.status, 'approved'), isNull(versions.deletedAt)))
    .orderBy(versions.versionCode)
    .for('update');
  let current = app;
  for (const version of waiting) current = (await publishWhenDue(tx, { version, app: current, now })).app;
}

/** A beta version is no news to people who have not asked for it. */
async function isForEverybody(tx: Tx, versionId: string): Promise<boolean> {
  const release = await findRelease(tx, versionId);
  return release?.track !== 'beta';
}
