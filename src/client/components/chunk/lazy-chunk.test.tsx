import { act, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { expectConsoleProblem } from '#test/support/component-setup.ts';
import { lazyChunk } from './lazy-chunk.tsx';

const Chart = () => <p>A chart</p>;
const reload = vi.fn<() => void>();

/** The server's page, which loadChunk compares with this one; null while the server can't be reached. */
let page: string | null;

beforeEach(() => {
  page = null;
  reload.mockReset();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  vi.stubGlobal('fetch', async () => {
    if (page === null) throw new TypeError('Failed to fetch');
    return new Response(page);
  });
  expectConsoleProblem(/ChunkError|Loading chunk|error boundary/i);
});

async function show(load: () => Promise<ComponentType>) {
  const Lazy = lazyChunk('chart', load);
  await act(async () =>
    render(
      <>
        <p>The rest</p>
        <Suspense fallback="Loading">
          <Lazy />
        </Suspense>
      </>,
    ),
  );
}

test('a script that fails is named with the reason and can be tried again; the rest stays', async () => {
  const load = vi
    .fn<() => Promise<ComponentType>>(async () => Chart)
    .mockRejectedValueOnce(new Error('net::ERR_FAILED'));
  await show(load);
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toMatch(/Loading chunk chart failed.*net::ERR_FAILED/);
  expect(screen.getByText('The rest')).toBeDefined();
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  expect(screen.getByText('A chart')).toBeDefined();
});

test('a script that is not there after 120 seconds failed', async () => {
  vi.useFakeTimers();
  await show(() => new Promise<never>(() => undefined));
  expect(screen.getByText('Loading')).toBeDefined();
  await act(async () => vi.advanceTimersByTimeAsync(119_999));
  expect(screen.queryByRole('alert')).toBeNull();
  await act(async () => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('alert').textContent).toMatch(/timed out after 120 seconds/);
});

test('a second failure reloads the page when the server can be reached', async () => {
  await show(() => Promise.reject(new Error('gone')));
  page = '<html></html>';
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  expect(reload).toHaveBeenCalledTimes(1);
});

test('an error of the component itself is not taken for a missing script', async () => {
  expectConsoleProblem(/Broken chart/);
  const Broken = () => {
    throw new Error('Broken chart');
  };
  await expect(show(async () => Broken)).rejects.toThrow('Broken chart');
});
