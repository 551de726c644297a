import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { CallInput } from '#shared/calls.ts';
import { backendOf, renderWithBackend, resultOf } from '#test/support/render-component.tsx';
import { useDailyDownloads } from './use-daily-downloads.ts';

const PAGE_SIZE = 50;
const pagesOf = (count: number, reversed = false) =>
  Array.from({ length: count }, (_, page) =>
    Array.from({ length: PAGE_SIZE }, (_each, at) => {
      const position = page * PAGE_SIZE + at;
      return { id: `app-${reversed ? count * PAGE_SIZE - 1 - position : position}` };
    }),
  );

let requested: string[][];
let hold: Promise<void> | undefined;
beforeEach(() => {
  requested = [];
  hold = undefined;
});

const backend = () =>
  backendOf(async ({ input }) => {
    const { appIds } = input as CallInput<'apps.dailyDownloads'>;
    requested.push([...appIds]);
    await hold;
    return resultOf({ apps: appIds.map((appId) => ({ appId, counts: [1], total: 1 })) });
  });

function Charts({ pages }: { pages: ReturnType<typeof pagesOf> }) {
  const downloads = useDailyDownloads(pages);
  const charts = pages.flat().filter(({ id }) => downloads.has(id));
  return <p>{`${charts.length} of ${pages.flat().length} have charts`}</p>;
}

test('every app of a long list has its chart, and the next page loads only its own', async () => {
  const { rerender } = renderWithBackend(<Charts pages={pagesOf(2)} />, backend());
  await screen.findByText('100 of 100 have charts');
  rerender(<Charts pages={pagesOf(3)} />);
  await screen.findByText('150 of 150 have charts');
  expect(requested).toEqual(pagesOf(3).map((page) => page.map(({ id }) => id)));
});

test('in another order, the charts stay while they are loaded', async () => {
  const { rerender } = renderWithBackend(<Charts pages={pagesOf(3)} />, backend());
  await screen.findByText('150 of 150 have charts');
  const { promise, resolve } = Promise.withResolvers<void>();
  hold = promise;
  rerender(<Charts pages={pagesOf(3, true)} />);
  expect(screen.getByRole('paragraph').textContent).toBe('150 of 150 have charts');
  resolve();
  await expect.poll(() => requested.length).toBe(6);
});

test('a list without apps asks for nothing', () => {
  renderWithBackend(<Charts pages={[[]]} />, backend());
  expect(screen.getByRole('paragraph').textContent).toBe('0 of 0 have charts');
  expect(requested).toEqual([]);
});
