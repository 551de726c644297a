import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { CallData } from '#shared/calls.ts';
import { CallError } from '#shared/errors.ts';
import type { VersionStatus } from '#shared/versions/status.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement, type Values } from '../../platform/db/statement.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { readOffset } from './files.ts';
import { presentVersion } from './present.ts';
import { type FoundVersion, findVersion } from './queries.ts';
import { uploadUrl } from './upload-address.ts';

/** Time between two looks at the status, so that nobody learns of a change later than a second. */
const LOOK_MS = 500;
/** Waits of one user at a time; a call that waits uses one of the user's slots for calls. */
const MAX_WAITS = 4;

/**
 * `versions.get`: returns a version with its status, package facts and findings, and its unfinished upload if any. With
 * `waitSeconds` it waits for another status.
 */
export const getVersion: Handler<'versions.get'> = async ({ data, caller, context }) => {
  const found = await findVisibleVersion(context.db, data.versionId, caller);
  const isWaiting =
    data.waitSeconds > 0 && found.version.status === (data.knownStatus ?? found.version.status);
  if (isWaiting) await waitInTurn(context.db, { data, uid: caller.uid, status: found.version.status });
  const { version, app } = isWaiting ? await findVisibleVersion(context.db, data.versionId, caller) : found;
  const offset = version.status === 'uploading' ? await readOffset(context, version.id) : null;
  return {
    version: await presentVersion(context.db, { version, app }, caller),
    upload: offset === null ? null : { url: uploadUrl(context.config, version.id), offset },
  };
};

async function findVisibleVersion(db: Db, versionId: string, caller: Caller): Promise<FoundVersion> {
  const found = await findVersion(db, versionId);
  await requireAppRole(db, found.app, { caller, role: 'viewer' });
  return found;
}

interface Wait {
  readonly data: CallData<'versions.get'>;
  readonly uid: string;
  /** The status that is left. */
  readonly status: VersionStatus;
}

/** The number of waits by user. */
const waits = new Map<string, number>();

async function waitInTurn(db: Db, wait: Wait): Promise<void> {
  const running = waits.get(wait.uid) ?? 0;
  if (running >= MAX_WAITS) {
    throw new CallError(
      'resource-exhausted',
      `You wait for ${MAX_WAITS} versions already. Call without waitSeconds, or wait for one of them first.`,
      { reason: 'too-many-waits', retryAfterSeconds: 5 },
    );
  }
  waits.set(wait.uid, running + 1);
  try {
    await waitForStatus(db, wait);
  } finally {
    const left = (waits.get(wait.uid) ?? 1) - 1;
    if (left === 0) waits.delete(wait.uid);
    else waits.set(wait.uid, left);
  }
}

const STATUS = defineStatement('version:status', ({ versionId }: Values<{ versionId: string }>) => ({
  select: { status: versions.status },
  from: sql`FROM ${versions} WHERE ${versions.id} = ${versionId}`,
}));

async function waitForStatus(db: Db, { data: { versionId, waitSeconds }, status }: Wait): Promise<void> {
  const until = performance.now() + waitSeconds * 1000;
  while (performance.now() < until) {
    await sleep(Math.min(LOOK_MS, until - performance.now()));
    const row = await STATUS.first(db, { versionId });
    if (row?.status !== status) return;
  }
}
