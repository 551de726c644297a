import type { FileInspection, InspectionRequest } from './inspection-worker.ts';

/**
 * Inspects a file in a worker, as the server does after its upload. The worker ends with the result or when `signal` is
 * aborted. Rejects when the browser can't inspect the file.
 */
export async function inspectFile(request: InspectionRequest, signal: AbortSignal): Promise<FileInspection> {
  const worker = new Worker(new URL('./inspection-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<FileInspection>) => resolve(data));
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      });
      signal.addEventListener('abort', () => reject(signal.reason));
      worker.postMessage(request, []);
    });
  } finally {
    worker.terminate();
  }
}
