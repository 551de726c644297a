import { ConfigError, configFromEnvironment, readExtraCertificates } from './platform/config/config.ts';
import { StartupError } from './platform/config/startup-error.ts';
import { openContext } from './platform/context.ts';
import { EXIT_CODES } from './platform/process/exit-codes.ts';
import { trustExtraCertificates } from './platform/process/extra-certificates.ts';
import { boundStop, waitForStop } from './platform/process/stopping.ts';

/** Loads the larger part of the program. */
const loadRoles = () => import('./start.ts');

/** Opens everything, serves until it is asked to stop, and closes everything in reverse order. */
async function run(): Promise<void> {
  const config = configFromEnvironment();
  const untrusted = trustExtraCertificates(readExtraCertificates());
  if (untrusted !== null) process.stderr.write(`${untrusted}\n`);
  const stopped = waitForStop(config.parentPid);
  void stopped.then(() => boundStop());
  await using context = await openContext(config, { whileDatabaseStarts: loadRoles });
  // The job queue leaves some of its promises unhandled when the database is briefly unavailable.
  process.on('unhandledRejection', (error) => context.log.error({ err: error }, 'background work failed'));
  const { startRole } = await loadRoles();
  await using quayside = await startRole(context);
  process.stdout.write(`Quayside is ready at ${quayside.url}\n`);
  if (quayside.setupLink) process.stdout.write(`Create the first admin at ${quayside.setupLink}\n`);
  const reason = await stopped;
  context.log.info({ reason }, 'stopping');
}

// The reader of the output may be gone; without a listener a failed write would crash the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  await run();
  process.exit(EXIT_CODES.done);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`Quayside cannot start. ${error.message}\n`);
  process.exit(error instanceof ConfigError ? EXIT_CODES.configuration : EXIT_CODES.failed);
}
