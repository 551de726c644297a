import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PictureLimiter } from './limiter.ts';

/** Creates a decoder that finishes on demand and records the order of its images. */
function createDecoder() {
  const order: string[] = [];
  const running: (() => void)[] = [];
  return {
    order,
    decode: (name: string) => () =>
      new Promise<void>((resolve) => {
        order.push(name);
        running.push(resolve);
      }),
    async finishOne() {
      running.shift()?.();
      await nextTick();
    },
  };
}

test('lets accounts take turns regardless of arrival', async () => {
  const limiter = new PictureLimiter({ slots: 10, slotsPerAccount: 10, decoders: 1 });
  const { order, decode, finishOne } = createDecoder();
  const pictures = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'];
  const all = Promise.all(pictures.map((name) => limiter.run(name.charAt(0), decode(name))));
  await nextTick();
  for (const _ of pictures) await finishOne();
  await all;
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('decodes as many at once as there are decoders, even after failures', async () => {
  const limiter = new PictureLimiter({ slots: 10, slotsPerAccount: 10, decoders: 2 });
  let running = 0;
  let max = 0;
  const decode = async () => {
    running += 1;
    max = Math.max(max, running);
    await nextTick();
    running -= 1;
    throw new Error('damaged');
  };
  const results = await Promise.allSettled(
    Array.from({ length: 9 }, (_, index) => limiter.run(`${index}`, decode)),
  );
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  expect(max).toBe(2);
});

test('limits the slots of an account and returns them', () => {
  const limiter = new PictureLimiter({ slots: 10, slotsPerAccount: 2, decoders: 1 });
  const first = limiter.takeSlot('a');
  limiter.takeSlot('a');
  expect(() => limiter.takeSlot('a')).toThrow('You’re already uploading 2 images.');
  first[Symbol.dispose]();
  limiter.takeSlot('a');
});

test('takes a slot from the account with the most when none is free', async () => {
  const limiter = new PictureLimiter({ slots: 3, slotsPerAccount: 3, decoders: 1 });
  const { decode, finishOne } = createDecoder();
  const [decoding, , newest] = [limiter.takeSlot('a'), limiter.takeSlot('a'), limiter.takeSlot('a')];
  const decoded = decoding?.decode(decode('a'));
  await nextTick();
  limiter.takeSlot('b');
  await expect(newest?.lost).rejects.toMatchObject({
    code: 'unavailable',
    details: { retryAfterSeconds: 5 },
  });
  await expect(newest?.decode(decode('never'))).rejects.toMatchObject({ code: 'unavailable' });
  // Two slots to one: taking another would not be fairer.
  expect(() => limiter.takeSlot('b')).toThrow('Too many images are being uploaded.');
  limiter.takeSlot('c');
  expect(() => limiter.takeSlot('d')).toThrow('Too many images are being uploaded.');
  await finishOne();
  await decoded;
});
