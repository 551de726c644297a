import { sql } from 'drizzle-orm';
import { releases } from '../../platform/db/tables/releases.ts';

/** The condition on a left-joined release for new installs to get it: neither halted nor rolled back. */
export const isAvailable = sql`(${releases.haltedAt} IS NULL AND ${releases.rolledBackAt} IS NULL)`;
