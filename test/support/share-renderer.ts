import type { ChildProcess } from 'node:child_process';
import { feedRenderer, hasEnded, openFeedRenderer, startProcess } from '#server/feeds/fdroid/renderer.ts';
import type { Services } from '#server/platform/services.ts';

/** The processes that no store uses now; they end with this one. */
const idle: ChildProcess[] = [];

function takeProcess(): ChildProcess {
  for (let child = idle.pop(); child; child = idle.pop()) if (!hasEnded(child)) return child;
  return startProcess();
}

/** Lets a store render its feed in the processes that earlier ones of this test process have left, which keep no state. */
export function shareFeedRenderer(services: Services): void {
  const release = async (child: ChildProcess) => void idle.push(child);
  services.replace(feedRenderer, openFeedRenderer({ start: takeProcess, release }));
}
