import type { FileInspection, InspectionQuestion } from './inspection-worker.ts';

/**
 * Inspects a file as the store does after its upload, in a thread of its own, which ends with the answer or when nobody
 * waits for it any more. Rejects when the browser cannot say.
 */
export async function inspectFile(
  question: InspectionQuestion,
  signal: AbortSignal,
): Promise<FileInspection> {
  const worker = new Worker(new URL('./inspection-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<FileInspection>) => resolve(data));
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      });
      signal.addEventListener('abort', () => reject(signal.reason));
      worker.postMessage(question, []);
    });
  } finally {
    worker.terminate();
  }
}
