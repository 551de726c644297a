import { type Column, type SQL, sql } from 'drizzle-orm';
import { type Approval, approvalSchema } from '#shared/audit/approval.ts';
import type { EventName } from '#shared/events.ts';
import type { Db } from '../db/open.ts';
import { defineStatement, type StatementValues } from '../db/statement.ts';
import { auditChain, auditEvents } from '../db/tables/audit.ts';
import { oneOf } from '../db/tables/columns.ts';
import { isHeld, ownerOf } from '../db/tables/holds.ts';

const APPROVALS: readonly EventName[] = ['version.approved', 'version.imported'];
const PUBLICATIONS: readonly EventName[] = ['version.published', 'version.imported'];

/** The last approval of a version in the audit log. */
export interface LoggedApproval extends Approval {
  readonly at: Date;
  readonly position: number;
  /** The text that is hashed. */
  readonly entry: string;
  readonly hash: Buffer;
  /** True once the version was published, so that the public may learn of it; false while it is held. */
  readonly isPublic: boolean;
}

/** Holds for the events of approvals; those of earlier releases have no facts. */
const isApproval = sql`${oneOf(auditEvents.event, APPROVALS)} AND ${auditEvents.facts} <> '{}'`;

/** Returns the condition that the log has the approval of a version. */
export function isApproved(versionId: Column): SQL<boolean> {
  return sql`EXISTS (SELECT FROM ${auditEvents} WHERE ${auditEvents.versionId} = ${versionId} AND ${isApproval})`;
}

const APPROVAL = defineStatement('approval', ({ versionId }: StatementValues<{ versionId: string }>) => ({
  select: {
    at: auditEvents.at,
    facts: auditEvents.facts,
    position: auditChain.position,
    entry: auditChain.entry,
    hash: auditChain.hash,
    isPublic: sql<boolean>`EXISTS (
      SELECT FROM ${auditEvents} p
      WHERE p.version_id = ${versionId} AND ${oneOf(sql`p.event`, PUBLICATIONS)})
      AND NOT ${isHeld(auditEvents.versionId, auditEvents.appId, ownerOf(auditEvents.appId))}`,
  },
  from: sql`
    FROM ${auditEvents} JOIN ${auditChain} ON ${auditChain.eventId} = ${auditEvents.id}
    WHERE ${auditEvents.versionId} = ${versionId} AND ${isApproval}
    ORDER BY ${auditEvents.id} DESC LIMIT 1`,
}));

/** Returns the last approval of a version; null without one. */
export async function findApproval(db: Db, versionId: string): Promise<LoggedApproval | null> {
  const row = await APPROVAL.first(db, { versionId });
  if (!row) return null;
  const { facts, ...logged } = row;
  return { ...approvalSchema.parse(facts), ...logged };
}
