import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RecentChange, RecentChanges } from './recent-changes.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const change = (appId: string): RecentChange => ({ changes: { areas: ['apps'], appId }, uids: null });
const appsOf = (changes: RecentChange[] | null) => changes?.map(({ changes: { appId } }) => appId) ?? null;

test('returns the changes since a time, and null when some may be missing', () => {
  const recent = new RecentChanges();
  const start = performance.now();
  vi.advanceTimersByTime(10);
  recent.add(change('a'));
  vi.advanceTimersByTime(10);
  recent.add(change('b'));
  expect(appsOf(recent.since(start + 5))).toEqual(['a', 'b']);
  expect(appsOf(recent.since(start + 15))).toEqual(['b']);
  expect(appsOf(recent.since(start + 25))).toEqual([]);
  expect(recent.since(start - 5)).toBeNull();
  recent.restart();
  expect(recent.since(start + 15)).toBeNull();
});

test('keeps a limited number of changes', () => {
  const recent = new RecentChanges();
  const start = performance.now();
  for (let count = 1; count <= 501; count += 1) {
    vi.advanceTimersByTime(1);
    recent.add(change(`a${count}`));
  }
  expect(recent.since(start + 1)).toBeNull();
  expect(recent.since(start + 2)).toHaveLength(500);
});
