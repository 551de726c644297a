import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { and, eq, isNull } from 'drizzle-orm';
import { buildOrder } from '#shared/packages/build-order.ts';
import type { AndroidFacts } from '#shared/packages/facts.ts';
import type { Finding } from '#shared/packages/finding.ts';
import type { Inspection } from '#shared/packages/inspect.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import { emit } from '../../events/emit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { storeShared } from '../../platform/files/shared-files.ts';
import { denied } from '../../platform/input/denied.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { OPERATOR } from '../lifecycle/actor.ts';
import { describeApproval } from '../lifecycle/approval.ts';
import { approveWithVersion } from '../listings/publish.ts';
import { readLiveLanguages, readWaiting, withoutNameless } from '../listings/waiting.ts';
import { storeIconHash } from '../lookalikes/icon-hash.ts';
import { publishVersion } from '../releases/publish.ts';
import { findBlocked } from '../versions/blocks.ts';
import { type DrawnIcon, drawIcon } from '../versions/draw-icon.ts';
import { packageKey } from '../versions/queries.ts';

/** An inspected package of another repository. */
export interface ImportedVersion {
  readonly appId: string;
  /** The folder or address of the repository. */
  readonly source: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly facts: AndroidFacts;
  readonly inspection: Inspection;
  readonly findings: Finding[];
  /** When the other repository published it. */
  readonly publishedAt: Date;
  readonly isBeta: boolean;
  readonly releaseNotes: Readonly<Record<string, string>>;
  /** The reason to mark it as vulnerable; null for none. */
  readonly vulnerability: string | null;
  /** Opens the package. */
  readonly open: () => Promise<Readable>;
}

/** Returns the reasons of marks as vulnerable of the packages that an app has already, by their hashes. */
export async function readKnownPackages(db: Db | Tx, appId: string): Promise<Map<string, string | null>> {
  const rows = await db
    .select({ sha256: versions.sha256, vulnerability: versions.vulnerability })
    .from(versions)
    .where(and(eq(versions.appId, appId), isNull(versions.deletedAt)));
  return new Map(rows.flatMap(({ sha256, vulnerability }) => (sha256 ? [[sha256, vulnerability]] : [])));
}

/**
 * Stores a package and publishes it with the app's draft listing, by the operator's word instead of a review. Returns false
 * when the app has it already. It may stop anywhere and run again: until the last step nothing refers to the file. Throws
 * when the file isn't the one that was inspected, and `failed-precondition` for an app that can't publish.
 */
export async function importVersion(context: Context, imported: ImportedVersion): Promise<boolean> {
  const { db, storage, log } = context;
  const versionId = randomUUID();
  const key = packageKey(versionId);
  const icon = await drawIcon(context, OPERATOR.actor, imported.inspection.icon);
  const { sha256, size } = await storage.put(key, await imported.open());
  if (sha256 !== imported.sha256) {
    await storage.delete(key);
    throw new Error('The file changed while it was imported.');
  }
  try {
    const isNew = await storeShared(context, icon, (tx) =>
      publish(tx, { ...imported, versionId, size, icon, now: context.clock() }),
    );
    if (!isNew) await storage.delete(key);
    return isNew;
  } catch (error) {
    // It may be committed all the same, so the job looks first.
    await enqueue(db, { name: 'remove-files', payload: { keys: [key] } }).catch((failure: unknown) => {
      log.warn({ err: failure, key }, 'failed to delete an unreferenced package; the sweep will retry');
    });
    throw error;
  }
}

interface StoredVersion extends ImportedVersion {
  readonly versionId: string;
  readonly size: number;
  readonly icon: DrawnIcon | null;
  readonly now: Date;
}

async function publish(tx: Tx, stored: StoredVersion): Promise<boolean> {
  const { appId, versionId, source, sha256, facts, findings, now } = stored;
  const [app] = await tx.select().from(apps).where(eq(apps.id, appId)).for('update');
  if (!app || (await readKnownPackages(tx, appId)).has(sha256)) return false;
  const [blocked] = await findBlocked(tx, { sha256, package: facts, signature: stored.inspection.signature });
  if (blocked) throw denied(describeFinding(blocked).evidence, { reason: 'held' });
  if (stored.icon) await storeIconHash(tx, stored.icon.key, stored.icon.hash);
  const [draft] = await tx
    .insert(versions)
    .values({
      id: versionId,
      appId,
      status: 'draft',
      fileName: stored.fileName,
      size: stored.size,
      receivedBytes: stored.size,
      lastByteAt: now,
      expectedSha256: sha256,
      sha256,
      package: facts,
      signature: stored.inspection.signature,
      findings,
      iconKey: stored.icon?.key ?? null,
      iconSize: stored.icon?.bytes.length ?? null,
      versionCode: facts.versionCode,
      buildOrder: buildOrder(facts),
      createdByUid: app.ownerUid,
      releaseNotes: stored.releaseNotes,
      publishedAt: stored.publishedAt,
      vulnerability: stored.vulnerability,
    })
    .returning();
  await tx
    .insert(releases)
    .values({ versionId, appId, track: stored.isBeta ? 'beta' : 'stable', publication: 'immediate' });
  if (app.status === 'draft') await approveDraftListing(tx, app, versionId);
  await publishVersion(tx, {
    version: draft as VersionRow,
    app,
    action: 'import',
    by: OPERATOR,
    now,
    details: {
      source,
      sha256,
      findings: findings.map(({ rule, severity }) => ({ rule, severity })),
      policy: 'operator-import',
    },
    facts: describeApproval({ version: draft as VersionRow, app, by: OPERATOR, policy: 'operator-import' }),
  });
  if (stored.vulnerability !== null) {
    const details = { together: null, reason: stored.vulnerability };
    await emit(tx, { by: null, name: 'version.vulnerability-marked', appId, versionId, details });
  }
  return true;
}

/** Approves what the draft's listing says, to go live with its first version. */
async function approveDraftListing(tx: Tx, app: AppRow, versionId: string): Promise<void> {
  const changes = withoutNameless(await readWaiting(tx, app), await readLiveLanguages(tx, app.id));
  await approveWithVersion(tx, { app, versionId, changes });
}
