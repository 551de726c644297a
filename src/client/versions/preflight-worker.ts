import { type Inspection, inspectPackage } from '#shared/packages/inspect.ts';
import type { JudgeContext } from '#shared/packages/rules/rule.ts';
import { judgePackage } from '#shared/packages/rules.ts';
import { blobSource } from './blob-source.ts';

/* A thread of the browser that inspects one file, so that the page stays alive; each message is answered with one. */

export interface PreflightQuestion {
  readonly file: File;
  readonly requirements: JudgeContext;
}

export type PreflightAnswer = Inspection;

self.addEventListener('message', async ({ data }: MessageEvent<PreflightQuestion>) => {
  const inspection = await inspectPackage(blobSource(data.file));
  const findings = judgePackage(inspection, data.requirements);
  self.postMessage({ ...inspection, findings } satisfies PreflightAnswer, { transfer: [] });
});

// The page hears of errors that are thrown, not of promises that fail.
self.addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});
