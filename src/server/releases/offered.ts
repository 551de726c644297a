import { sql } from 'drizzle-orm';
import { releases } from '../db/publishing-tables.ts';

/** The condition on a left-joined release for being offered to anybody new: neither halted nor rolled back. */
export const isOffered = sql`(${releases.haltedAt} IS NULL AND ${releases.rolledBackAt} IS NULL)`;
