import { expect, it, vi } from 'vitest';
import { createRequestLocker } from './locker.ts';

const { signal } = new AbortController();
const noRelease = () => {};

it('has one holder at a time, followed by the last request that waits', async () => {
  const locker = createRequestLocker();
  const [first, second, third, other] = ['a', 'a', 'a', 'b'].map((id) => locker.newLock(id));
  const release = vi.fn<() => void>();
  await first?.lock(signal, release);
  await other?.lock(signal, noRelease);

  const overtaken = second?.lock(signal, noRelease);
  const next = third?.lock(signal, noRelease);
  await expect(overtaken).rejects.toMatchObject({ code: 'aborted' });
  expect(release).toHaveBeenCalledTimes(2);

  let isNext = false;
  void next?.then(() => {
    isNext = true;
  });
  await Promise.resolve();
  expect(isNext).toBe(false);
  await first?.unlock();
  const late = locker.newLock('a');
  const waiting = late.lock(signal, noRelease);
  await next;
  await third?.unlock();
  await waiting;
});

it('forgets requests that stop waiting', async () => {
  const locker = createRequestLocker();
  const [holder, gone] = [locker.newLock('a'), locker.newLock('a')];
  await holder.lock(signal, noRelease);
  const leaving = new AbortController();
  const waiting = gone.lock(leaving.signal, noRelease);
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  await holder.unlock();
  await locker.newLock('a').lock(signal, noRelease);
});
