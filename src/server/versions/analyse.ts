import { createHash } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { UNSIGNED } from '#shared/packages/facts.ts';
import type { Finding } from '#shared/packages/finding.ts';
import type { Inspection } from '#shared/packages/inspect.ts';
import { judgePackage } from '#shared/packages/rules.ts';
import type { Context } from '../context.ts';
import type { AppRow, VersionRow } from '../db/tables.ts';
import { InspectionStopped } from '../packages/inspect-pool.ts';
import { uploadPath } from '../uploads/store.ts';
import { findVersion, lockVersion, packageKey } from './queries.ts';
import { readRequirements } from './requirements.ts';
import { THE_STORE, transition } from './transition.ts';

/**
 * The job that follows an upload: keeps the file, reads and judges it, and makes the version a draft or invalid.
 * It may stop anywhere and run again: the file is moved once, and the result is written in one transaction.
 */
export async function analyseVersion(context: Context, versionId: string): Promise<void> {
  const { version, app } = await findVersion(context.db, versionId);
  if (version.status !== 'analysing') return;
  await keepFile(context, version.id);
  const { inspection, sha256 } = await inspect(context, version);
  const findings = await judge(context, { version, app, inspection, sha256 });
  const iconKey = await keepIcon(context, inspection.icon);
  const isFine = findings.every((finding) => finding.severity !== 'error');

  await context.db.transaction(async (tx) => {
    const { version: locked } = await lockVersion(tx, versionId);
    if (locked.status !== 'analysing') return;
    await transition(tx, locked, {
      action: isFine ? 'accept' : 'refuse',
      by: THE_STORE,
      set: {
        sha256,
        package: inspection.package,
        signature: inspection.signature,
        findings,
        iconKey,
        versionCode: inspection.package?.platform === 'android' ? inspection.package.versionCode : null,
      },
      details: { sha256, findings: findings.map(({ rule, severity }) => ({ rule, severity })) },
    });
  });
}

/** Moves the finished upload into storage, unless an earlier run of this job has done so. */
async function keepFile({ config, storage }: Context, versionId: string): Promise<void> {
  const path = uploadPath(config, versionId);
  if (await stat(path).catch(() => null)) await storage.putFile(packageKey(versionId), path);
  await rm(`${path}.json`, { force: true });
}

/** What is known of a file after its inspection; an inspection that broke off gives no hash. */
interface Inspected {
  readonly inspection: Inspection;
  readonly sha256: string | null;
}

/** Reads the package; one that our reader cannot cope with has that as its finding, never an endless retry. */
async function inspect({ storage, inspectPool, log }: Context, version: VersionRow): Promise<Inspected> {
  try {
    const inspected = await storage.withFile(packageKey(version.id), (path) => inspectPool.inspect(path));
    if (!inspected) throw new Error(`the file of version ${version.id} is gone`);
    return inspected;
  } catch (error) {
    if (!(error instanceof InspectionStopped)) throw error;
    log.warn({ err: error, versionId: version.id }, 'a package could not be inspected');
    return { inspection: notInspected(version.fileName, error.message), sha256: null };
  }
}

function notInspected(fileName: string, reason: string): Inspection {
  return {
    package: null,
    signature: UNSIGNED,
    icon: null,
    findings: [
      {
        rule: 'inspection-failed',
        severity: 'error',
        title: 'The package could not be inspected',
        evidence: `The inspection of ${fileName} was stopped. ${reason}`,
        fix: 'Build the package again and upload it. If it is stopped again, tell the people of this store; the file itself may be fine.',
      },
    ],
  };
}

interface Analysed extends Inspected {
  readonly version: VersionRow;
  readonly app: AppRow;
}

/** The findings of the file itself and of its place among the app's earlier versions. */
async function judge({ db }: Context, { version, app, inspection, sha256 }: Analysed): Promise<Finding[]> {
  const judged = judgePackage(inspection, await readRequirements(db, app, version.id));
  return version.expectedSha256 && sha256 && version.expectedSha256 !== sha256
    ? [...judged, changedOnTheWay(version.expectedSha256, sha256)]
    : judged;
}

function changedOnTheWay(expected: string, actual: string): Finding {
  return {
    rule: 'checksum',
    severity: 'error',
    title: 'The file is not the one that was announced',
    evidence: `Its SHA-256 is ${actual}; announced was ${expected}.`,
    fix: 'Upload the file again. If it happens again, check that the build did not replace the file meanwhile.',
  };
}

/** Stores an icon under its own hash, so that the same icon is kept once; gives its key. */
async function keepIcon({ storage }: Context, icon: Inspection['icon']): Promise<string | null> {
  if (!icon) return null;
  const hash = createHash('sha256').update(icon.bytes).digest('hex');
  const key = `icons/${hash}.${icon.type === 'image/webp' ? 'webp' : 'png'}`;
  await storage.put(key, icon.bytes);
  return key;
}
