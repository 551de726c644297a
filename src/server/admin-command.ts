import { isHelp, operatorUsage, prepareCommand } from './operator/commands.ts';
import { ConfigError, configFromEnvironment, readExtraCertificates } from './platform/config/config.ts';
import { StartupError } from './platform/config/startup-error.ts';
import { EXIT_CODES } from './platform/process/exit-codes.ts';
import { trustExtraCertificates } from './platform/process/extra-certificates.ts';
import { subscribeToEvents } from './subscriptions.ts';

/**
 * Runs `npm run -s admin -- COMMAND …`, in a release `quayside-admin COMMAND …`: commands for operators, on the server's
 * database.
 */

const args = process.argv.slice(2);
if (isHelp(args)) {
  process.stdout.write(`${operatorUsage(args[0])}\n`);
  process.exit(EXIT_CODES.done);
}
const command = prepareCommand(args);
if (!command) {
  process.stderr.write(`${operatorUsage(args[0])}\n`);
  process.exit(EXIT_CODES.usage);
}
const untrusted = trustExtraCertificates(readExtraCertificates());
if (untrusted !== null) process.stderr.write(`${untrusted}\n`);
try {
  const config = configFromEnvironment();
  subscribeToEvents();
  const { output, exitCode } = await command(config);
  process.stdout.write(`${output}\n`);
  process.exit(exitCode);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error instanceof ConfigError ? EXIT_CODES.configuration : EXIT_CODES.failed);
}
