import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../log/log.ts';
import { openDatabaseClock } from './clock.ts';

const NOON = Date.parse('2026-01-01T12:00:00Z');

/** Milliseconds that each reading takes until the database looks at its clock, and from then on. */
type Trip = readonly [there: number, back: number];

/** The database's time at the beginning of the process. */
let databaseStart: number;
let trips: Trip[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  databaseStart = NOON - performance.now();
  trips = [];
});
afterEach(() => void vi.useRealTimers());

const query = vi.fn<() => Promise<{ rows: { ms: number }[] }>>(async () => {
  const [there, back] = trips.shift() ?? [0, 0];
  vi.advanceTimersByTime(there);
  const ms = databaseStart + performance.now();
  vi.advanceTimersByTime(back);
  return { rows: [{ ms }] };
});
const pool = { query } as unknown as Pool;
const open = () => openDatabaseClock(pool, createLog('silent'));

test('trusts the reading that took the shortest time', async () => {
  trips = [
    [400, 0],
    [2, 2],
    [0, 90],
  ];
  await using clock = await open();
  expect(clock.now().getTime()).toBe(databaseStart + performance.now());
});

test('follows a change of the database’s time within ten seconds, until it is closed', async () => {
  const clock = await open();
  databaseStart += 60_000;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(clock.now().getTime()).toBe(databaseStart + performance.now());

  await clock[Symbol.asyncDispose]();
  query.mockClear();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(query).not.toHaveBeenCalled();
});

test('goes on from the last reading while the database can’t be read', async () => {
  await using clock = await open();
  query.mockRejectedValueOnce(new Error('the connection is lost'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(clock.now().getTime()).toBe(NOON + 10_000);
});
