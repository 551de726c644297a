import { promoteToAdmin } from './people/users/promote.ts';
import { removeSecondFactorOf } from './people/users/remove-second-factor.ts';
import { ConfigError, configFromEnvironment } from './platform/config/config.ts';
import { StartupError } from './platform/config/startup-error.ts';
import { type Db, openDatabase } from './platform/db/open.ts';
import { createLog } from './platform/log/log.ts';
import { lockDataDirectory } from './platform/process/data-lock.ts';
import { subscribeToEvents } from './subscriptions.ts';

/** Runs `npm run -s admin -- COMMAND EMAIL`: commands for operators, on the server's database. */

type Command = (db: Db, email: string) => Promise<string>;

const COMMANDS = new Map<string, Command>([
  ['promote', promoteToAdmin],
  ['remove-second-factor', removeSecondFactorOf],
]);

const USAGE = `Usage:
  npm run -s admin -- promote EMAIL                make an account an admin
  npm run -s admin -- remove-second-factor EMAIL   turn off two-factor authentication for an account`;

/**
 * Exit codes for an invalid command and an invalid configuration: EX_USAGE and EX_CONFIG of BSD's sysexits.h.
 */
const EXIT_USAGE = 64;
const EXIT_CONFIG = 78;

/** Runs one command and returns what it did. Throws `StartupError`. */
async function run(command: Command, email: string): Promise<string> {
  const config = configFromEnvironment();
  // The embedded database serves one process at a time; other databases can be shared.
  using _ = config.databaseUrl === null ? await lockDataDirectory(config.dataDir) : null;
  await using database = await openDatabase(config, createLog('error'));
  subscribeToEvents();
  return await command(database.db, email);
}

const [name = '', email, ...rest] = process.argv.slice(2);
const command = COMMANDS.get(name);
if (!command || !email || rest.length > 0) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(EXIT_USAGE);
}
try {
  process.stdout.write(`${await run(command, email)}\n`);
  process.exit(0);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1);
}
