import { operatorUsage, prepareCommand } from './operator/commands.ts';
import { ConfigError, configFromEnvironment } from './platform/config/config.ts';
import { StartupError } from './platform/config/startup-error.ts';
import { subscribeToEvents } from './subscriptions.ts';

/** Runs `npm run -s admin -- COMMAND …`: commands for operators, on the server's database. */

/**
 * Exit codes for an invalid command and an invalid configuration: EX_USAGE and EX_CONFIG of BSD's sysexits.h.
 */
const EXIT_USAGE = 64;
const EXIT_CONFIG = 78;

const command = prepareCommand(process.argv.slice(2));
if (!command) {
  process.stderr.write(`${operatorUsage()}\n`);
  process.exit(EXIT_USAGE);
}
try {
  const config = configFromEnvironment();
  subscribeToEvents();
  const { output, exitCode } = await command(config);
  process.stdout.write(`${output}\n`);
  process.exit(exitCode);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1);
}
