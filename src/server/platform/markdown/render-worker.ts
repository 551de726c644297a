import { parentPort } from 'node:worker_threads';
import { renderMarkdown } from './render-markdown.ts';

/* The thread of `MarkdownPool`: receives a description per message, and posts its HTML. */

parentPort?.on('message', (markdown: string) => {
  parentPort?.postMessage(renderMarkdown(markdown), []);
});
parentPort?.postMessage('ready', []);
