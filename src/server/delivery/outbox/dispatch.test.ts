import { expect, test } from 'vitest';
import { type Dispatch, dispatch } from './dispatch.ts';

interface Item {
  readonly id: number;
  readonly lane: string;
}

const never = new AbortController().signal;

/** A queue whose deliveries end when the test says so. */
function openQueue(items: readonly Item[], limit = 2) {
  const waiting = [...items];
  const begun: number[] = [];
  const ends = new Map<number, { end: () => void; fail: (error: Error) => void }>();
  const options: Dispatch<Item> = {
    total: 4,
    find: async (full) => waiting.filter(({ lane }) => !full.includes(lane)),
    lanesOf: ({ lane }) => [{ key: lane, limit }],
    deliver: async (item) => {
      if (!waiting.includes(item)) return;
      waiting.splice(waiting.indexOf(item), 1);
      begun.push(item.id);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      ends.set(item.id, { end: resolve, fail: reject });
      await promise;
    },
  };
  return { waiting, begun, ends, options };
}

test('a full lane does not delay others, including later ones', async () => {
  const slow = Array.from({ length: 10 }, (_, id) => ({ id, lane: 'slow' }));
  const { waiting, begun, ends, options } = openQueue(slow);
  const done = dispatch(options, never);
  await expect.poll(() => begun).toEqual([0, 1]);
  waiting.push({ id: 20, lane: 'quick' });
  await expect.poll(() => begun).toEqual([0, 1, 20]);
  ends.get(20)?.end();
  ends.get(0)?.end();
  await expect.poll(() => begun).toEqual([0, 1, 20, 2]);
  waiting.length = 0;
  for (const { end } of ends.values()) end();
  await done;
});

test('runs at most the total at once, and each delivery once', async () => {
  const items = Array.from({ length: 9 }, (_, id) => ({ id, lane: `lane ${id}` }));
  const { begun, ends, options } = openQueue(items);
  const done = dispatch(options, never);
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  const timer = setInterval(() => {
    for (const { end } of ends.values()) end();
  }, 5);
  await done;
  clearInterval(timer);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('a failure is thrown after the others have ended, and no more are started', async () => {
  const { waiting, begun, ends, options } = openQueue([
    { id: 0, lane: 'a' },
    { id: 1, lane: 'b' },
  ]);
  const done = dispatch(options, never);
  const thrown = done.catch((error: Error) => error.message);
  await expect.poll(() => begun).toEqual([0, 1]);
  ends.get(0)?.fail(new Error('no database'));
  waiting.push({ id: 2, lane: 'c' });
  ends.get(1)?.end();
  expect(await thrown).toBe('no database');
  expect(begun).toEqual([0, 1]);
});

test('starts nothing once it is stopped', async () => {
  const stopping = new AbortController();
  const { begun, ends, options } = openQueue(
    [
      { id: 0, lane: 'a' },
      { id: 1, lane: 'a' },
    ],
    1,
  );
  const done = dispatch(options, stopping.signal);
  await expect.poll(() => begun).toEqual([0]);
  stopping.abort();
  ends.get(0)?.end();
  await done;
  expect(begun).toEqual([0]);
});
