import type { Handler } from '../../identity/handler.ts';
import { listAudit } from './queries.ts';

/** `audit.list`: returns audit entries, newest first. */
export const listAuditEvents: Handler<'audit.list'> = ({ data, context: { db } }) => listAudit(db, data);
