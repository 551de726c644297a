import { expect, test } from 'vitest';
import { readEventStream } from './event-stream.ts';

/** A body that arrives in these pieces. */
function bodyOf(...pieces: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
}

test('yields the events of a stream, however it is split', async () => {
  const text = 'event: notification\ndata: {"unread":1}\n\n: heartbeat\n\nevent: resync\ndata: {}\n\n';
  const whole = await Array.fromAsync(readEventStream(bodyOf(text), () => undefined));
  expect(whole).toEqual([
    { event: 'notification', data: '{"unread":1}' },
    { event: 'resync', data: '{}' },
  ]);
  const characters = await Array.fromAsync(readEventStream(bodyOf(...text), () => undefined));
  expect(characters).toEqual(whole);
});

test('joins lines of data, and ignores an unfinished event', async () => {
  const body = bodyOf('data:one\ndata: two\n\nevent: cut\ndata: {"unr');
  expect(await Array.fromAsync(readEventStream(body, () => undefined))).toEqual([
    { event: 'message', data: 'one\ntwo' },
  ]);
});

test('reports comments as received data', async () => {
  let chunks = 0;
  await Array.fromAsync(readEventStream(bodyOf(': heartbeat\n\n'), () => (chunks += 1)));
  expect(chunks).toBe(1);
});

test('closes the connection when reading stops', async () => {
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
    cancel: () => void (cancelled = true),
  });
  for await (const _ of readEventStream(endless, () => undefined)) break;
  expect(cancelled).toBe(true);
});
