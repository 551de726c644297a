import { sql } from 'drizzle-orm';
import { holdDenialReason } from '#shared/holds/hold.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import { holdNotice, type StoredNotice } from '../../platform/db/tables/holds.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';

interface HoldSubject {
  /** Null for the app as a whole. */
  readonly version: Pick<VersionRow, 'id'> | null;
  readonly app: Pick<AppRow, 'id'>;
}

const HOLD = defineStatement(
  'hold',
  ({ versionId, appId }: StatementValues<{ versionId: string; appId: string }>) => ({
    select: { hold: holdNotice(sql`${versionId}`, apps.id, apps.ownerUid) },
    from: sql`FROM ${apps} WHERE ${apps.id} = ${appId}`,
  }),
);

/** Returns the hold on a version, its app or its publisher; null without one. */
export async function findHold(db: Db | Tx, { version, app }: HoldSubject): Promise<StoredNotice | null> {
  return (await HOLD.first(db, { versionId: version?.id ?? '', appId: app.id }))?.hold ?? null;
}

/** Throws `failed-precondition` while a version, its app or its publisher is held. */
export async function requireNotHeld(db: Db | Tx, subject: HoldSubject): Promise<void> {
  const hold = await findHold(db, subject);
  requireAllowed(() => holdDenialReason(hold), { reason: 'held' });
}
