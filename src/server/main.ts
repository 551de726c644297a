import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpApp } from './app.ts';
import { createIdentity } from './auth/identity.ts';
import { ConfigError, configFromEnvironment } from './config.ts';
import { openContext } from './context.ts';
import { startWorker } from './jobs/worker.ts';
import { ensureVapidKeys } from './push/vapid.ts';
import { startServer } from './server.ts';
import { prepareFirstAdmin } from './setup/first-admin.ts';
import { StartupError } from './startup-error.ts';

/** The exit code for a configuration that cannot be used: EX_CONFIG of BSD's sysexits.h. */
const EXIT_CONFIG = 78;

/** npm passes on a Ctrl-C that the terminal has sent to the server already; those two are one. */
const SAME_SIGNAL_MS = 1_000;

/** Opens everything, serves until a signal asks to stop, and closes everything in the reverse order. */
async function run(stopped: Promise<void>): Promise<void> {
  const config = configFromEnvironment();
  await using context = await openContext(config);
  // The job queue lets promises of its own fail unheard when the database goes away for a moment.
  process.on('unhandledRejection', (error) => context.log.error({ err: error }, 'background work failed'));
  const identity = createIdentity(context);
  const setupLink = await prepareFirstAdmin(context, identity);
  await ensureVapidKeys(context);
  await using _ = await startWorker(context);
  await using server = await startServer(context, await createHttpApp(context, identity));
  await using stack = new AsyncDisposableStack();
  stack.defer(context.live.endStreams);

  process.stdout.write(`Quayside is ready at ${server.url}\n`);
  if (setupLink) process.stdout.write(`Create the first admin at ${setupLink}\n`);
  await stopped;
  context.log.info('stopping');
}

/** Resolves at the first SIGTERM or SIGINT; a later one ends the process at once. */
async function waitForSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  await promise;
  void sleep(SAME_SIGNAL_MS, undefined, { ref: false }).then(() => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1));
  });
}

try {
  await run(waitForSignal());
  process.exit(0);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`Quayside cannot start. ${error.message}\n`);
  process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1);
}
