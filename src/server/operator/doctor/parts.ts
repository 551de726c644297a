import type { Config } from '../../platform/config/config.ts';
import type { ReachedDatabase } from '../../platform/db/reach.ts';

/** The parts that checks look at. */
export interface DoctorParts {
  readonly config: Config;
  readonly database: ReachedDatabase;
  /** The database's clock. */
  readonly clock: () => Date;
  /** True while a server, this machine's or another one, uses the database. */
  readonly isServerRunning: boolean;
}
