import { readFileSync, writeFileSync } from 'node:fs';
import { inspectFile } from '#server/catalog/inspection/inspect-file.ts';
import { evaluatePackage } from '#shared/packages/evaluate.ts';

/*
 * Runs in its own process: `node inspect-case.ts FILE` inspects FILE like the server's threads, with the sources of the
 * folder that this program is in, and prints cost and result. `copySources` copies it along with them.
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

const [file = ''] = process.argv.slice(2);

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
