import { createHttpApp, createWorkerApp } from './app.ts';
import { openVerifier } from './catalog/provenance/trust.ts';
import { type LiveHub, openLiveHub } from './delivery/live/hub.ts';
import { ensureVapidKeys } from './delivery/push/vapid.ts';
import { downloadJournal } from './feeds/downloads/journal.ts';
import { startServer } from './http/server.ts';
import { createIdentity } from './identity/identity.ts';
import { prepareFirstAdmin } from './identity/setup/first-admin.ts';
import { startJobs } from './jobs.ts';
import type { Context } from './platform/context.ts';
import { subscribeToEvents } from './subscriptions.ts';

/** A process that listens. */
interface RunningProcess extends AsyncDisposable {
  /** Public URL with the base path: `http://127.0.0.1:8080/quayside/`. */
  readonly url: string;
  /** One-time link for creating the first admin; null when there is one. */
  readonly setupLink: string | null;
}

/** A server that handles requests, and runs jobs unless workers do. */
interface RunningQuayside extends RunningProcess {
  readonly live: LiveHub;
}

/** Starts what the role of this process asks for. Disposing stops it. Throws `StartupError`. */
export function startRole(context: Context): Promise<RunningProcess> {
  return context.config.role === 'worker' ? startJobProcess(context) : startQuayside(context);
}

/** Runs jobs, and responds to health checks and metrics only. */
async function startJobProcess(context: Context): Promise<RunningProcess> {
  await using opening = new AsyncDisposableStack();
  subscribeToEvents();
  await ensureVapidKeys(context);
  opening.use(await startJobs(context));
  const { url } = opening.use(await startServer(context, createWorkerApp(context)));
  opening.defer(() => context.stopping.abort());

  const opened = opening.move();
  return { url, setupLink: null, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Starts all services on an open context. Disposing stops them in reverse order. Throws `StartupError`. */
export async function startQuayside(context: Context): Promise<RunningQuayside> {
  await using opening = new AsyncDisposableStack();
  if (context.config.sigstoreTrustedRoot) await openVerifier(context.config.sigstoreTrustedRoot);
  subscribeToEvents();
  const identity = createIdentity(context);
  const setupLink = await prepareFirstAdmin(context);
  await ensureVapidKeys(context);
  await context.services.get(downloadJournal).recover(context);
  if (context.config.role !== 'server') opening.use(await startJobs(context));
  const live = opening.use(await openLiveHub(context.essential.pool, context.log));
  const app = await createHttpApp(context, { identity, live });
  const { url } = opening.use(await startServer(context, app));
  context.stopping.signal.addEventListener('abort', live.endStreams);
  opening.defer(() => context.stopping.abort());

  const opened = opening.move();
  return { url, setupLink, live, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
