import { and, eq, isNull } from 'drizzle-orm';
import type { Approval } from '#shared/audit/approval.ts';
import { CallError } from '#shared/errors.ts';
import { publishingDenialReason } from '#shared/statuses/app-status.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';
import { type ActorIdentity, SYSTEM } from '../lifecycle/actor.ts';
import { changeApp } from '../lifecycle/change-app.ts';
import { changeVersion } from '../lifecycle/change-version.ts';
import { findHold } from '../lifecycle/holds.ts';
import { publishListing } from '../listings/publish.ts';
import { requirePublishableListing } from '../listings/require-publishable.ts';
import { findPublishedVersion, findRelease } from '../versions/queries.ts';

interface Publication {
  readonly version: VersionRow;
  readonly app: AppRow;
  /** `republish` for an unpublished version, `import` for a draft of the operator's. */
  readonly action: 'publish' | 'republish' | 'import';
  readonly by: ActorIdentity;
  readonly now: Date;
  /** Further details of the event. */
  readonly details?: Record<string, unknown>;
  /** The facts of an import, which is an approval too. */
  readonly facts?: Approval;
}

/**
 * Publishes an approved or imported version of a locked app, and with its first version the app: status, audit events, listing,
 * notifications and feed change in the caller's transaction. Throws `failed-precondition`, also for the first version of an app
 * whose approved listing lacks something that the store requires; an operator's import may.
 */
export async function publishVersion(
  tx: Tx,
  { version, app, action, by, now, details, facts }: Publication,
): Promise<{ version: VersionRow; app: AppRow }> {
  if (action !== 'import') await requirePublishableListing(tx, app, version);
  const isUpdate = await isUpdateForEverybody(tx, version, app);
  const publicApp =
    app.status === 'draft' ? await changeApp(tx, app, { action: 'publish', by: SYSTEM, now }) : app;
  await publishListing(tx, { app, versionId: version.id, now });
  // Last, so that subscribers see the app and listing as they are live.
  const published = await changeVersion(tx, version, {
    action,
    by,
    set: { publishedAt: version.publishedAt ?? now },
    details: { ...details, isUpdate },
    ...(facts && { facts }),
  });
  await queueRebuildOf(tx, [app.id]);
  return { version: published, app: publicApp };
}

/**
 * Publishes an approved version when its release says so and the app can be live. Otherwise the version stays
 * approved, until its date, until its publisher releases it or until the app returns.
 */
export async function publishWhenDue(
  tx: Tx,
  { version, app, now }: Omit<Publication, 'action' | 'by' | 'details' | 'facts'>,
): Promise<{ version: VersionRow; app: AppRow }> {
  if (!(await isPublicationDue(tx, { version, app, now }))) return { version, app };
  return publishVersion(tx, { version, app, action: 'publish', by: SYSTEM, now });
}

/** Returns true when an approved version must be published now, by its release, the status of its app and holds. */
export async function isPublicationDue(
  tx: Tx,
  { version, app, now }: Omit<Publication, 'action' | 'by' | 'details'>,
): Promise<boolean> {
  if (publishingDenialReason(app.status) || (await findHold(tx, { version, app }))) return false;
  const release = await findRelease(tx, version.id);
  const kind = release?.publication ?? 'immediate';
  return kind === 'immediate' || (kind === 'scheduled' && (release?.publishAt ?? now) <= now);
}

/**
 * Publishes the versions that were approved while their app wasn't live. Those of an app with an incomplete listing stay
 * approved, because the app's return is no reason to publish them.
 */
export async function publishWaiting(tx: Tx, app: AppRow, now: Date): Promise<void> {
  const waiting = await tx
    .select()
    .from(versions)
    .where(and(eq(versions.appId, app.id), eq(versions.status, 'approved'), isNull(versions.deletedAt)))
    .orderBy(versions.buildOrder)
    .for('update');
  let current = app;
  for (const version of waiting) {
    // It is denied before anything is written.
    const published = await publishWhenDue(tx, { version, app: current, now }).catch(nullIfIncomplete);
    current = published?.app ?? current;
  }
}

function nullIfIncomplete(error: unknown): null {
  if (error instanceof CallError && error.details?.reason === 'incomplete-listing') return null;
  throw error;
}

/** Returns true when users of a published app get this version as an update for the first time, outside of beta. */
async function isUpdateForEverybody(tx: Tx, version: VersionRow, app: AppRow): Promise<boolean> {
  if (version.publishedAt !== null || app.status !== 'published') return false;
  if (!(await findPublishedVersion(tx, app.id))) return false;
  const release = await findRelease(tx, version.id);
  return release?.track !== 'beta';
}
