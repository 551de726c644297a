import { parentPort } from 'node:worker_threads';
import { inspectFile } from './inspect-file.ts';

/* A thread of the pool: each message is the path of a file, and is answered with what is found in it. */

parentPort?.on('message', async (path: string) => {
  parentPort?.postMessage(await inspectFile(path), []);
});
