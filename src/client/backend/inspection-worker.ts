import { digestFile } from '#shared/packages/file-digest.ts';
import { type Inspection, inspectPackage } from '#shared/packages/inspect.ts';
import type { JudgeContext } from '#shared/packages/rules/rule.ts';
import { judgePackage } from '#shared/packages/rules.ts';
import { blobSource } from './blob-source.ts';

/* A thread of the browser that inspects one file, so that the page stays alive; each message is answered with one. */

export interface InspectionQuestion {
  readonly file: File;
  /** What it is judged against; absent for a file that belongs to no app yet. */
  readonly requirements?: JudgeContext;
}

export interface FileInspection extends Inspection {
  /** Of the whole file, in hexadecimal; null when it would not pass, so that nobody sends it. */
  readonly sha256: string | null;
}

self.addEventListener('message', async ({ data }: MessageEvent<InspectionQuestion>) => {
  const source = blobSource(data.file);
  const inspection = await inspectPackage(source);
  const findings = data.requirements ? judgePackage(inspection, data.requirements) : inspection.findings;
  const passes = findings.every(({ severity }) => severity !== 'error');
  const sha256 = passes ? await digestFile(source) : null;
  self.postMessage({ ...inspection, findings, sha256 } satisfies FileInspection, { transfer: [] });
});

// The page hears of errors that are thrown, not of promises that fail.
self.addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});
