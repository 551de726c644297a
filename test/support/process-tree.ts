import { readdir, readFile } from 'node:fs/promises';

/** A running process. */
interface Running {
  readonly pid: number;
  readonly parent: number;
  /** CPU time of itself and of its children that have ended, in ticks. */
  readonly ticks: number;
}

/** Returns a process and all that it started and that still run under it. Needs Linux's /proc (proc_pid_stat(5)). */
export async function readProcessTree(pid: number): Promise<Running[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(
    names.map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')),
  );
  const all = stats.filter((stat) => stat !== '').map(parseStat);
  const found: Running[] = all.filter((one) => one.pid === pid);
  for (const one of found) found.push(...all.filter(({ parent }) => parent === one.pid));
  return found;
}

function parseStat(stat: string): Running {
  // The name of the program, which may hold anything, is in brackets before the numbers.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [own = 0, system = 0, ended = 0, endedSystem = 0] = fields.slice(11, 15);
  return {
    pid: Number.parseInt(stat, 10),
    parent: fields[1] ?? 0,
    ticks: own + system + ended + endedSystem,
  };
}
