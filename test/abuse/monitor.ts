import { readFileSync, writeFileSync } from 'node:fs';

/*
 * Runs inside a server under attack (`--import`), and notes how long its event loop was blocked and how much memory the
 * process held. SIGUSR2 writes both to the file that `ABUSE_MONITOR` names and starts over.
 */

const TICK_MS = 5;
const file = process.env.ABUSE_MONITOR ?? '';

let longestBlockMs = 0;
let wall = performance.now();
let cpu = process.threadCpuUsage();

/** Time that the thread spent computing counts, and not time in which other programs had the processor. */
function measure(): void {
  const spent = process.threadCpuUsage(cpu);
  const computedMs = (spent.user + spent.system) / 1000;
  const delayMs = performance.now() - wall - TICK_MS;
  longestBlockMs = Math.max(longestBlockMs, Math.min(computedMs, delayMs));
  wall = performance.now();
  cpu = process.threadCpuUsage();
}

setInterval(measure, TICK_MS).unref();

process.on('SIGUSR2', () => {
  measure();
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  writeFileSync(file, JSON.stringify({ longestBlockMs, peakMemoryMb: Number(peak) / 1024 }));
  longestBlockMs = 0;
  // proc(5): 5 sets the peak back to what is held now.
  writeFileSync('/proc/self/clear_refs', '5');
});
