import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { CallData } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import type { VersionStatus } from '#shared/statuses/version-status.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { databaseTrouble } from '../../platform/db/trouble.ts';
import { callError } from '../../platform/input/call-error.ts';
import { readOffset } from './files.ts';
import { presentVersion } from './present.ts';
import { type FoundVersion, findVersion } from './queries.ts';
import { uploadUrl } from './upload-address.ts';

/** Time between two reads of the status, so that nobody learns of a change later than a second. */
const POLL_MS = 500;
/** Waits of one user at a time; a call that waits uses one of the user's slots for calls. */
const MAX_WAITS = 4;

/**
 * `versions.get`: returns a version with its status, package facts and findings, and its unfinished upload if any. With
 * `waitSeconds` it waits for another status.
 */
export const getVersion: Handler<'versions.get'> = async ({ data, caller, context, isGone }) => {
  const found = await findVisibleVersion(context.db, data.versionId, caller);
  const isWaiting =
    data.waitSeconds > 0 && found.version.status === (data.knownStatus ?? found.version.status);
  if (isWaiting) await waitInTurn(context, { data, uid: caller.uid, status: found.version.status, isGone });
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

interface VersionWait {
  readonly data: CallData<'versions.get'>;
  readonly uid: string;
  /** The status that is left. */
  readonly status: VersionStatus;
  /** Returns true once the client has gone. */
  readonly isGone: () => boolean;
}

/** The number of waits by user. */
const waits = new Map<string, number>();

async function waitInTurn(context: Context, wait: VersionWait): Promise<void> {
  const running = waits.get(wait.uid) ?? 0;
  if (running >= MAX_WAITS) {
    throw callError(
      'resource-exhausted',
      () =>
        t`You wait for ${MAX_WAITS} versions already. Call without waitSeconds, or wait for one of them first.`,
      { reason: 'too-many-waits', retryAfterSeconds: 5 },
    );
  }
  waits.set(wait.uid, running + 1);
  try {
    await waitForStatus(context, wait);
  } finally {
    const left = (waits.get(wait.uid) ?? 1) - 1;
    if (left === 0) waits.delete(wait.uid);
    else waits.set(wait.uid, left);
  }
}

const STATUS = defineStatement('version:status', ({ versionId }: StatementValues<{ versionId: string }>) => ({
  select: { status: versions.status },
  from: sql`FROM ${versions} WHERE ${versions.id} = ${versionId}`,
}));

/** Waits until the status changes, the time is over, the client has gone or the server stops. */
async function waitForStatus(
  { db, stopping: { signal } }: Context,
  { data: { versionId, waitSeconds }, status, isGone }: VersionWait,
): Promise<void> {
  const until = performance.now() + waitSeconds * 1000;
  while (performance.now() < until && !signal.aborted && !isGone()) {
    await sleep(Math.min(POLL_MS, until - performance.now()), undefined, { signal }).catch(() => undefined);
    if ((await readStatus(db, versionId, status)) !== status) return;
  }
}

/** Returns the status; the known one while the database is in trouble, which may be over before the wait. */
async function readStatus(db: Db, versionId: string, known: VersionStatus): Promise<VersionStatus | null> {
  try {
    return (await STATUS.first(db, { versionId }))?.status ?? null;
  } catch (error) {
    if (!databaseTrouble(error)) throw error;
    return known;
  }
}
