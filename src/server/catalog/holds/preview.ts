import { sql } from 'drizzle-orm';
import { STOP_LIMITS } from '#shared/holds/calls.ts';
import type { StopBy } from '#shared/holds/hold.ts';
import { t } from '#shared/languages/translate.ts';
import type { Handler } from '../../identity/handler.ts';
import { readUser } from '../../identity/users.ts';
import { markedFact } from '../../platform/db/marked-fact.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { packageBlocks } from '../../platform/db/tables/holds.ts';
import { users } from '../../platform/db/tables/users.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { callError } from '../../platform/input/call-error.ts';
import { isHeldVersion, isLive } from '../lifecycle/conditions.ts';
import { appsAndVersions, comparedValue, countInCommonBy, countSubjectOf, hasInCommon } from './matches.ts';

/** `holds.preview`: returns what a hold on a version, an app or a publisher would stop, in numbers. */
export const previewHold: Handler<'holds.preview'> = async ({ data, context: { db } }) => {
  const { subject, subjectId } = data;
  const consequences = await countSubjectOf(db, subject, subjectId);
  const exists = subject === 'publisher' ? (await readUser(db, subjectId)) !== null : consequences.apps > 0;
  if (!exists) throw callError('not-found', () => t`It doesn’t exist.`);
  return { consequences };
};

const sampleOf = (by: StopBy) =>
  defineStatement(
    `stops.preview:${by}:sample`,
    ({ value }: StatementValues<{ value: string }>) => ({
      select: {
        versionId: versions.id,
        versionName: markedFact(versions.package, 'versionName'),
        status: versions.status,
        isHeld: isHeldVersion,
        appId: apps.id,
        appName: apps.name,
        platform: apps.platform,
        ownerUid: apps.ownerUid,
        ownerName: sql<string | null>`(SELECT coalesce(${users.developerName}, ${users.displayName})
          FROM ${users} WHERE ${users.uid} = ${apps.ownerUid})`,
      },
      from: sql`${appsAndVersions} WHERE ${hasInCommon(by, value)} AND ${versions.id} IS NOT NULL
        ORDER BY ${isLive} DESC, ${versions.createdAt} DESC, ${versions.id}
        LIMIT ${sql.raw(String(STOP_LIMITS.sample))}`,
    }),
    { isReplanned: true },
  );

const SAMPLES = {
  publisher: sampleOf('publisher'),
  certificate: sampleOf('certificate'),
  file: sampleOf('file'),
  library: sampleOf('library'),
};

const IS_BLOCKED = defineStatement(
  'is-blocked',
  ({ by, value }: StatementValues<{ by: string; value: string }>) => ({
    select: { id: packageBlocks.id },
    from: sql`FROM ${packageBlocks}
    WHERE ${packageBlocks.by} = ${by} AND ${packageBlocks.value} = ${value} AND ${packageBlocks.liftedAt} IS NULL`,
  }),
);

/** `stops.preview`: returns what has a publisher, certificate, file or library in common, in numbers, with examples. */
export const previewStop: Handler<'stops.preview'> = async ({ data: { by, value }, context: { db } }) => {
  if (by === 'publisher' && !(await readUser(db, value)))
    throw callError('not-found', () => t`This user doesn’t exist.`);
  const [consequences, rows, block] = await Promise.all([
    countInCommonBy(db, by, value),
    SAMPLES[by].all(db, { value: comparedValue(by, value) }),
    IS_BLOCKED.first(db, { by, value }),
  ]);
  const sample = rows.map(({ appId, appName, platform, ownerUid, ownerName, ...version }) => ({
    ...version,
    app: { id: appId, name: appName, platform },
    publisher: { uid: ownerUid, name: ownerName },
  }));
  return { value, consequences, sample, isBlocked: block !== null };
};
