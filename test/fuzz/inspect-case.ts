import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/*
 * Runs in its own process: `node inspect-case.ts ROOT FILE` inspects FILE like the server's threads, with the
 * sources under ROOT, and prints cost and result.
 */

/** The cost and result of one inspection. */
export interface CaseReport {
  readonly cpuMs: number;
  /** Peak memory of the process during the inspection, in MiB. */
  readonly peakMb: number;
  /** Size of facts, signature and findings as JSON, in bytes. */
  readonly resultBytes: number;
  readonly verified: boolean;
  /** The rules of the errors. */
  readonly rules: readonly string[];
}

const [root = '', file = ''] = process.argv.slice(2);
const load = (path: string) => import(pathToFileURL(`${root}/src/${path}`).href);
const { inspectFile } = (await load(
  'server/packages/inspect-file.ts',
)) as typeof import('#server/catalog/inspection/inspect-file.ts');
const { evaluatePackage } = (await load(
  'shared/packages/evaluate.ts',
)) as typeof import('#shared/packages/evaluate.ts');

// Writing 5 resets the peak to the current size (proc(5)).
writeFileSync('/proc/self/clear_refs', '5');
const start = process.cpuUsage();
const { inspection } = await inspectFile(file);
const { icon: _, ...result } = inspection;
const findings = evaluatePackage(result, { minTargetSdk: 23 });
const { user, system } = process.cpuUsage(start);
const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
const report: CaseReport = {
  cpuMs: (user + system) / 1_000,
  peakMb: Number(peak) / 1024,
  resultBytes: JSON.stringify({ ...result, findings }).length,
  verified: result.signature.verified,
  rules: findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule),
};
process.stdout.write(JSON.stringify(report));
