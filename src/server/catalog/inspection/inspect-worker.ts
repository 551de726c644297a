import { parentPort } from 'node:worker_threads';
import { inspectFile } from './inspect-file.ts';

/** A thread of the pool: receives file paths as messages and replies with the inspection of each. */

parentPort?.on('message', async (path: string) => {
  parentPort?.postMessage(await inspectFile(path), []);
});
