import { DatabaseError } from 'pg';
import { StartupError } from '../../platform/config/startup-error.ts';
import { databaseTrouble } from '../../platform/db/trouble.ts';

/**
 * Returns what the operator can do about an error of the database, such as a missing right, a full disk or a lost connection;
 * other errors are returned as they are.
 */
export function explainDatabaseError(error: unknown, what: string): unknown {
  if (!(error instanceof DatabaseError) && databaseTrouble(error) === null) return error;
  return new StartupError(
    `${what}: ${(error as Error).message}. Correct that in the database, then run this again.`,
  );
}
