import { sql } from 'drizzle-orm';
import { releases } from '../../platform/db/tables/releases.ts';

/** The condition on a left-joined release for new installs to get it: neither halted nor rolled back. */
export const isAvailable = sql`(${releases.haltedAt} IS NULL AND ${releases.rolledBackAt} IS NULL)`;

/** The condition on a left-joined release for everyone to get it: available, neither a beta nor a staged rollout. */
export const isGivenToEveryone = sql`(${isAvailable} AND coalesce(${releases.track}, 'stable') = 'stable'
  AND coalesce(${releases.percentage}, 100) = 100)`;
