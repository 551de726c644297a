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

self.addEventListener('message', async ({ data }: MessageEvent<InspectionQuestion>) => {
  const inspection = await inspectPackage(blobSource(data.file));
  const findings = data.requirements ? judgePackage(inspection, data.requirements) : inspection.findings;
  self.postMessage({ ...inspection, findings } satisfies Inspection, { transfer: [] });
});

// The page hears of errors that are thrown, not of promises that fail.
self.addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});
