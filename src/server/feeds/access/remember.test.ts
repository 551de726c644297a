import { expect, test } from 'vitest';
import { MAX_OFFLINE_MS, rememberOffline } from './remember.ts';

const GONE = Object.assign(new Error('the database is gone'), { code: '57P01' });

/** Remembers what `find` returns, at a time that a test sets. */
function remember(find: () => Promise<string>) {
  const time = { ms: 0 };
  const source = { find };
  const read = rememberOffline({ clock: () => new Date(time.ms) }, () => source.find());
  const breakWith = (error: Error) => {
    source.find = async () => {
      throw error;
    };
  };
  return { read, time, source, breakWith };
}

test('what was read last is returned while the database is gone, for ten minutes', async () => {
  const { read, time, source, breakWith } = remember(async () => 'first');
  source.find = async () => 'second';
  expect(await read()).toBe('second');
  breakWith(GONE);
  time.ms = MAX_OFFLINE_MS;
  expect(await read()).toBe('second');
  time.ms += 1;
  await expect(read()).rejects.toThrow(GONE);
});

test('a server that was asked nothing before the database was gone knows what it read at its start', async () => {
  const { read, breakWith } = remember(async () => 'first');
  breakWith(GONE);
  await Promise.resolve();
  expect(await read()).toBe('first');
});

test('a server that starts without a database fails until it is there', async () => {
  const { read, source } = remember(() => Promise.reject(GONE));
  await expect(read()).rejects.toThrow(GONE);
  source.find = async () => 'first';
  expect(await read()).toBe('first');
});

test('a fault of its own is not hidden', async () => {
  const { read, breakWith } = remember(async () => 'first');
  expect(await read()).toBe('first');
  breakWith(new TypeError('no such field'));
  await expect(read()).rejects.toThrow('no such field');
});

test('of two reads the one that began later is remembered, whichever ends first', async () => {
  const { read, source, breakWith } = remember(async () => 'first');
  const slow = Promise.withResolvers<string>();
  source.find = () => slow.promise;
  const reading = read();
  source.find = async () => 'newer';
  await read();
  slow.resolve('older');
  expect(await reading).toBe('older');
  breakWith(GONE);
  expect(await read()).toBe('newer');
});
