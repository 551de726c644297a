import { createHttpApp } from './app.ts';
import { type LiveHub, openLiveHub } from './delivery/live/hub.ts';
import { ensureVapidKeys } from './delivery/push/vapid.ts';
import { downloadJournal } from './feeds/downloads/journal.ts';
import { startServer } from './http/server.ts';
import { createIdentity } from './identity/identity.ts';
import { prepareFirstAdmin } from './identity/setup/first-admin.ts';
import { startJobs } from './jobs.ts';
import type { Context } from './platform/context.ts';
import { subscribeToEvents } from './subscriptions.ts';

/** A server that handles requests and runs jobs. */
export interface RunningQuayside extends AsyncDisposable {
  /** Public URL with the base path: `http://127.0.0.1:8080/quayside/`. */
  readonly url: string;
  /** One-time link for creating the first admin; null when there is one. */
  readonly setupLink: string | null;
  readonly live: LiveHub;
}

/** Starts all services on an open context. Disposing stops them in reverse order. Throws `StartupError`. */
export async function startQuayside(context: Context): Promise<RunningQuayside> {
  await using opening = new AsyncDisposableStack();
  subscribeToEvents();
  const identity = createIdentity(context);
  const setupLink = await prepareFirstAdmin(context);
  await ensureVapidKeys(context);
  await context.services.get(downloadJournal).recover(context);
  opening.use(await startJobs(context));
  const live = opening.use(await openLiveHub(context.essential.pool, context.log));
  const app = await createHttpApp(context, { identity, live });
  const { url } = opening.use(await startServer(context, app));
  context.stopping.signal.addEventListener('abort', live.endStreams);
  opening.defer(() => context.stopping.abort());

  const opened = opening.move();
  return { url, setupLink, live, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
