import type { Config } from '../../platform/config/config.ts';
import type { ReachedDatabase } from '../../platform/db/reach.ts';

/** The parts that checks look at. */
export interface DoctorParts {
  readonly config: Config;
  readonly database: ReachedDatabase;
  /** The database's clock. */
  readonly clock: () => Date;
  /** The machines with servers that use the database; null while none runs. Workers don't count: they have no visitors. */
  readonly serversAt: 'this machine' | 'other machines' | null;
}
