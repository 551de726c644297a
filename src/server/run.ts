import { existsSync } from 'node:fs';
import {
  type Config,
  ConfigError,
  configFromEnvironment,
  readExtraCertificates,
} from './platform/config/config.ts';
import { StartupError } from './platform/config/startup-error.ts';
import { openContext } from './platform/context.ts';
import { embeddedDirectory } from './platform/db/embedded/embedded.ts';
import { EXIT_CODES } from './platform/process/exit-codes.ts';
import { trustExtraCertificates } from './platform/process/extra-certificates.ts';
import { boundStop, waitForStop } from './platform/process/stopping.ts';

/** Loads the larger part of the program. */
const loadRoles = () => import('./start.ts');

interface Start {
  /** Resolves when the files exist that the server serves; the database starts meanwhile. */
  readonly filesReady?: Promise<void>;
  /** Tells people what a start does now. */
  readonly tell?: (line: string) => void;
}

/** Runs a server until it is asked to stop, and ends the process with its exit code. */
export async function runServer(start: Start = {}): Promise<void> {
  // The reader of the output may be gone; without a listener a failed write would crash the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  try {
    await serve(start);
    process.exit(EXIT_CODES.done);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`Quayside cannot start. ${error.message}\n`);
    process.exit(error instanceof ConfigError ? EXIT_CODES.configuration : EXIT_CODES.failed);
  }
}

/** Opens everything, serves until it is asked to stop, and closes everything in reverse order. */
async function serve({ filesReady, tell }: Start): Promise<void> {
  const config = configFromEnvironment();
  const untrusted = trustExtraCertificates(readExtraCertificates());
  if (untrusted !== null) process.stderr.write(`${untrusted}\n`);
  const stopped = waitForStop(config.parentPid);
  void stopped.then(() => boundStop());
  tell?.(describeOpening(config));
  await using context = await openContext(config, { whileDatabaseStarts: loadRoles });
  tell?.('The database is ready.');
  // The job queue leaves some of its promises unhandled when the database is briefly unavailable.
  process.on('unhandledRejection', (error) => context.log.error({ err: error }, 'background work failed'));
  const { startRole } = await loadRoles();
  const stopReason = await Promise.race([filesReady, stopped]);
  if (stopReason !== undefined) return;
  await using quayside = await startRole(context);
  process.stdout.write(`Quayside is ready at ${quayside.url}\n`);
  if (quayside.setupLink) process.stdout.write(`Create the first admin at ${quayside.setupLink}\n`);
  const reason = await stopped;
  context.log.info({ reason }, 'stopping');
}

function describeOpening({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl !== null) return 'Connecting to the database …';
  return existsSync(embeddedDirectory(dataDir)) ? 'Starting the database …' : 'Creating the database …';
}
