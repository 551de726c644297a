import type { Handler } from '../callable.ts';
import { listAudit } from './queries.ts';

/** `audit.list`: who did what to which app or person, newest first. */
export const listAuditEvents: Handler<'audit.list'> = ({ data, context: { db } }) => listAudit(db, data);
