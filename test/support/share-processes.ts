import type { ChildProcess } from 'node:child_process';
import { type InspectPool, inspectPool, openInspectPool } from '#server/catalog/inspection/inspect-pool.ts';
import { feedRenderer, hasEnded, openFeedRenderer, startProcess } from '#server/feeds/rebuild/renderer.ts';
import { markdownPool, openMarkdownPool } from '#server/platform/markdown/markdown-pool.ts';
import type { Services } from '#server/platform/services.ts';

/** The renderers of feeds that no store uses now; they end with this process. */
const idle: ChildProcess[] = [];

/** The threads of all stores in this process. They start on demand, and end with it. */
const inspecting = openInspectPool();
const rendering = openMarkdownPool();

/**
 * Lets a store use the processes and threads that earlier ones of this test process have started: they keep no state, and
 * to start them takes longer than most tests.
 */
export function shareProcesses(services: Services): void {
  const release = async (child: ChildProcess) => void idle.push(child);
  services.replace(feedRenderer, openFeedRenderer({ start: takeRenderer, release }));
  services.replace(inspectPool, inspectUntilClosed());
  services.replace(markdownPool, { render: rendering.render, [Symbol.asyncDispose]: async () => {} });
}

function takeRenderer(): ChildProcess {
  for (let child = idle.pop(); child; child = idle.pop()) if (!hasEnded(child)) return child;
  return startProcess();
}

/** Returns a pool of the shared threads, whose inspections end with its store. */
function inspectUntilClosed(): InspectPool {
  const closing = new AbortController();
  return {
    inspect: (path, signal) =>
      inspecting.inspect(path, AbortSignal.any(signal ? [signal, closing.signal] : [closing.signal])),
    [Symbol.asyncDispose]: async () => closing.abort(),
  };
}
