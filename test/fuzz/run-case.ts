import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HostileKind } from './hostile-kind.ts';
import { HOSTILE } from './hostile-packages.ts';
import type { CaseReport } from './inspect-case.ts';
import { randomFrom } from './random.ts';

const run = promisify(execFile);

/** Limits per package, in its own process of which about 90 MB are Node itself. */
export const CASE_LIMITS = { cpuMs: 5_000, peakMb: 256, resultBytes: 512 * 1024 };
const MAX_CPU_SECONDS = 15;

export interface Case {
  readonly kind: string;
  readonly seed: number;
  /** 1 for a full-size attack. */
  readonly scale: number;
}

export interface CaseResult extends Case {
  readonly bytes: number;
  readonly report: CaseReport | null;
  /** The failure; null when the case passed. */
  readonly problem: string | null;
}

/** Builds the package of a case and inspects it in a new process, with the sources under `root`. */
export async function runCase(
  one: Case,
  { root, folder }: { root: string; folder: string },
): Promise<CaseResult> {
  const path = join(folder, `${one.kind.replaceAll(/\W+/g, '-')}-${one.seed}`);
  const hostile = HOSTILE[one.kind];
  if (!hostile) throw new Error(`There is no kind "${one.kind}".`);
  const bytes = hostile.make(randomFrom(one.seed), one.scale);
  await writeFile(path, bytes);
  return { ...one, bytes: bytes.length, ...(await inspect({ root, path, hostile })) };
}

/** The kind of a package without any error. */
const ORDINARY: HostileKind = { rule: null, make: () => new Uint8Array() };
const FIXTURES = join(import.meta.dirname, '../fixtures/packages');

/** Returns why the sources under `root` can't read ordinary packages; null when they can. */
export async function problemWithOrdinary(root: string): Promise<string | null> {
  const problems = ['plain.apk', 'harbour.ipa'].map(async (name) => {
    const { problem, report } = await inspect({ root, path: join(FIXTURES, name), hostile: ORDINARY });
    const reason = problem ?? report?.rules.join(', ');
    return reason ? `${name}: ${reason}` : null;
  });
  return (await Promise.all(problems)).find((problem) => problem !== null) ?? null;
}

interface Inspected {
  readonly root: string;
  readonly path: string;
  readonly hostile: HostileKind;
}

async function inspect({ root, path, hostile }: Inspected) {
  const program = join(root, 'test/fuzz/inspect-case.ts');
  const command = [process.execPath, '--max-old-space-size=256', program, path];
  try {
    // Limits processor time instead of elapsed time, so that a busy machine does not fail a case.
    const { stdout } = await run(
      '/bin/sh',
      ['-c', `ulimit -t ${MAX_CPU_SECONDS}; exec "$@"`, 'sh', ...command],
      {
        maxBuffer: 4 * 1024 * 1024,
      },
    );
    const report = JSON.parse(stdout) as CaseReport;
    return { report, problem: problemOf(report, hostile) };
  } catch (error) {
    const { signal, stderr = '', message } = error as Error & { signal?: string; stderr?: string };
    if (signal === 'SIGXCPU' || signal === 'SIGKILL') {
      return { report: null, problem: `did not end within ${MAX_CPU_SECONDS} s of processor time` };
    }
    const why = /heap out of memory|RangeError|TypeError|Error:.*/.exec(stderr)?.[0] ?? message.slice(0, 200);
    return { report: null, problem: `broke off: ${why}` };
  }
}

function problemOf(report: CaseReport, { rule, maxCpuMs = CASE_LIMITS.cpuMs }: HostileKind): string | null {
  for (const [name, limit] of Object.entries({ ...CASE_LIMITS, cpuMs: maxCpuMs })) {
    const value = report[name as keyof typeof CASE_LIMITS];
    if (value > limit) return `${name} is ${Math.round(value)}, more than ${limit}`;
  }
  if (rule === null || report.rules.some((found) => rule.test(found))) return null;
  return `has no error ${rule}, but ${report.rules.join(', ') || 'none'}`;
}
