import type { ByteSource } from '#shared/packages/byte-source.ts';
import { evaluatePackage } from '#shared/packages/evaluate.ts';
import { digestFile } from '#shared/packages/file-digest.ts';
import { type Inspection, inspectPackage } from '#shared/packages/inspect.ts';
import type { EvaluationContext } from '#shared/packages/rules/rule.ts';

/* A worker that inspects a file without blocking the page. It posts one message per request. */

export interface InspectionRequest {
  readonly file: File;
  /** The requirements of the app; absent for a file without an app. */
  readonly requirements?: EvaluationContext;
}

export interface FileInspection extends Inspection {
  /** SHA-256 of the whole file, in hexadecimal; null when it would fail inspection. */
  readonly sha256: string | null;
}

self.addEventListener('message', async ({ data }: MessageEvent<InspectionRequest>) => {
  const source = blobSource(data.file);
  const inspection = await inspectPackage(source);
  const findings = data.requirements ? evaluatePackage(inspection, data.requirements) : inspection.findings;
  const passes = findings.every(({ severity }) => severity !== 'error');
  const sha256 = passes ? await digestFile(source) : null;
  self.postMessage({ ...inspection, findings, sha256 } satisfies FileInspection, { transfer: [] });
});

// The page gets thrown errors, but not rejected promises.
self.addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});

/** Returns a file as a source for the package readers. Reads reject once the file has changed. */
function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    async read(offset, length) {
      const bytes = new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
      if (bytes.length !== length) throw new RangeError(`No ${length} bytes at ${offset} in ${blob.size}`);
      return bytes;
    },
  };
}
