import { and, eq, inArray } from 'drizzle-orm';
import {
  type OwnAppAction,
  type OwnAppFacts,
  ownAppDenialReason,
  separatesDuties,
} from '#shared/reviews/rules.ts';
import { findMemberRole } from '../../identity/app-access.ts';
import { readActiveAdmins } from '../../identity/users.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { type AppRow, appMembers } from '../../platform/db/tables/apps.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { readSettings } from '../../platform/settings.ts';

interface OwnAppSubject {
  readonly app: Pick<AppRow, 'id' | 'ownerUid'>;
  /** Null when the decision is about the whole app. */
  readonly version: Pick<VersionRow, 'createdByUid'> | null;
}

/** Reads the facts by which an admin may approve or restore this app or version (`ownAppDenialReason`). */
export async function readOwnAppFacts(
  db: Db | Tx,
  subject: OwnAppSubject,
  uid: string,
): Promise<OwnAppFacts> {
  const { ownApprovals } = await readSettings(db);
  const activeAdmins = (await readActiveAdmins(db)).length;
  return { connection: await findConnection(db, subject, uid), ownApprovals, activeAdmins };
}

interface OwnAppDecision extends OwnAppSubject {
  readonly action: OwnAppAction;
  readonly uid: string;
}

/** Throws `failed-precondition` when an admin decides about their own app or version. */
export async function requireOthersApp(tx: Tx, { action, uid, ...subject }: OwnAppDecision): Promise<void> {
  const facts = await readOwnAppFacts(tx, subject, uid);
  requireAllowed(() => ownAppDenialReason(facts, action), { reason: 'own-app' });
}

/** Returns true when a policy must not approve a version, because an admin is involved and another must review it. */
export async function needsAnotherAdmin(tx: Tx, { app, version }: OwnAppSubject): Promise<boolean> {
  const { ownApprovals } = await readSettings(tx);
  const admins = await readActiveAdmins(tx);
  if (!separatesDuties({ ownApprovals, activeAdmins: admins.length })) return false;
  if (admins.includes(app.ownerUid) || (version && admins.includes(version.createdByUid))) return true;
  const [member] = await tx
    .select({ uid: appMembers.uid })
    .from(appMembers)
    .where(and(eq(appMembers.appId, app.id), inArray(appMembers.uid, admins)))
    .limit(1);
  return member !== undefined;
}

async function findConnection(
  db: Db | Tx,
  { app, version }: OwnAppSubject,
  uid: string,
): Promise<OwnAppFacts['connection']> {
  if (app.ownerUid === uid) return 'publisher';
  if ((await findMemberRole(db, app.id, uid)) !== null) return 'member';
  return version?.createdByUid === uid ? 'uploader' : null;
}
