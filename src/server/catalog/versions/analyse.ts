import { eq, sql } from 'drizzle-orm';
import { buildOrder } from '#shared/packages/build-order.ts';
import { evaluatePackage } from '#shared/packages/evaluate.ts';
import { UNSIGNED } from '#shared/packages/facts.ts';
import type { Finding } from '#shared/packages/finding.ts';
import type { Inspection } from '#shared/packages/inspect.ts';
import { fileFinding, type InspectionFailure } from '#shared/packages/rules/file-rules.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { storeShared } from '../../platform/files/shared-files.ts';
import { InspectionStopped, inspectPool, type StopReason } from '../inspection/inspect-pool.ts';
import { SYSTEM } from '../lifecycle/actor.ts';
import { changeVersion } from '../lifecycle/change-version.ts';
import { storeIconHash } from '../lookalikes/icon-hash.ts';
import { findBlocked } from './blocks.ts';
import { drawIcon } from './draw-icon.ts';
import { enqueueInspection } from './enqueue-inspection.ts';
import { findVersion, lockVersion, packageKey } from './queries.ts';
import { readRequirements } from './requirements.ts';

/** Maximum attempts for a package that crashes its thread or exceeds the time limit: the machine may be at fault. */
const MAX_ATTEMPTS = 3;

/**
 * Inspects and evaluates an uploaded file, and makes the version a draft or invalid. It can stop anywhere and run
 * again, because the result is written in one transaction. When `signal` is aborted, the inspection ends at once and
 * another job repeats it.
 */
export async function analyseVersion(
  context: Context,
  versionId: string,
  signal: AbortSignal,
): Promise<void> {
  const { version, app } = await findVersion(context.db, versionId);
  if (version.status !== 'analysing') return;
  const inspected = await inspect(context, version, signal);
  if (!inspected) return enqueueInspection(context.db, version);
  try {
    await storeResult(context, { version, app, ...inspected });
  } catch (error) {
    // The package is not to blame for what the database or the storage could not take.
    await countAttempt(context.db, versionId, -1).catch(() => undefined);
    throw error;
  }
}

/** Evaluates an inspection, and makes the version a draft or invalid unless another job has done it. */
async function storeResult(context: Context, analysed: Analysed): Promise<void> {
  const { version, app, inspection, sha256 } = analysed;
  const evaluated = await evaluate(context, analysed);
  const icon = await drawIcon(context, app.ownerUid, inspection.icon);

  await storeShared(context, icon, async (tx) => {
    const { version: locked } = await lockVersion(tx, version.id);
    if (locked.status !== 'analysing') return;
    const findings = [...(await findBlocked(tx, { ...inspection, sha256 })), ...evaluated];
    if (icon) await storeIconHash(tx, icon.key, icon.hash);
    const isFine = findings.every((finding) => finding.severity !== 'error');
    await changeVersion(tx, locked, {
      action: isFine ? 'passInspection' : 'failInspection',
      by: SYSTEM,
      set: {
        sha256,
        package: inspection.package,
        signature: inspection.signature,
        findings,
        iconKey: icon?.key ?? null,
        iconSize: icon?.bytes.length ?? null,
        versionCode: inspection.package?.platform === 'android' ? inspection.package.versionCode : null,
        buildOrder: inspection.package && buildOrder(inspection.package),
      },
      details: { sha256, findings: findings.map(({ rule, severity }) => ({ rule, severity })) },
    });
  });
}

/** The result of an inspection; an aborted one has no hash. */
interface Inspected {
  readonly inspection: Inspection;
  readonly sha256: string | null;
}

/**
 * Inspects the package. Returns null when it must be tried again, because the server stops or the inspection failed.
 * The last failed attempt ends in a finding, as does a package that crashed the whole server each time.
 */
async function inspect(
  context: Context,
  version: VersionRow,
  signal: AbortSignal,
): Promise<Inspected | null> {
  const { db, storage, services, log } = context;
  const { id, fileName, inspectionAttempts: attempts } = version;
  if (attempts >= MAX_ATTEMPTS) return notInspected(fileName, { found: 'crashedServer' });
  await countAttempt(db, id, 1);
  try {
    const inspected = await storage.withFile(packageKey(id), (path) =>
      services.get(inspectPool).inspect(path, signal),
    );
    if (!inspected) throw new Error(`the file of version ${id} is gone`);
    return inspected;
  } catch (error) {
    if (!(error instanceof InspectionStopped)) {
      await countAttempt(db, id, -1);
      if (signal.aborted) return null;
      throw error;
    }
    log.warn({ err: error, versionId: id, attempt: attempts + 1 }, 'a package could not be inspected');
    return attempts + 1 < MAX_ATTEMPTS ? null : notInspected(fileName, error.reason);
  }
}

/** Counts an attempt before it is made, so that one that crashes the process counts too. */
async function countAttempt(db: Db, versionId: string, step: 1 | -1): Promise<void> {
  await db
    .update(versions)
    .set({ inspectionAttempts: sql`${versions.inspectionAttempts} + ${step}` })
    .where(eq(versions.id, versionId));
}

function notInspected(file: string, reason: StopReason): Inspected {
  const finding = fileFinding('inspection-failed', { ...reason, file } as InspectionFailure);
  return {
    inspection: { package: null, signature: UNSIGNED, icon: null, findings: [finding] },
    sha256: null,
  };
}

interface Analysed extends Inspected {
  readonly version: VersionRow;
  readonly app: AppRow;
}

/** Returns the findings of the file itself and those compared with the app's earlier versions. */
async function evaluate({ db }: Context, { version, app, inspection, sha256 }: Analysed): Promise<Finding[]> {
  const evaluated = evaluatePackage(inspection, await readRequirements(db, app, version.id));
  return version.expectedSha256 && sha256 && version.expectedSha256 !== sha256
    ? [...evaluated, fileFinding('checksum', { actual: sha256, expected: version.expectedSha256 })]
    : evaluated;
}
