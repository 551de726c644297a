import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useCallQuery } from '#client/backend/use-call.ts';
import type { CallResult } from '#shared/calls.ts';
import { expectConsoleProblem } from '#test/support/component-setup.ts';
import { backendOf, failureOf, renderWithBackend, resultOf } from '#test/support/render-component.tsx';
import { PAGE_PART_ID } from './focus-handover.ts';
import { PagePart, PartBoundary, Parts } from './page-part.tsx';

let isBroken = true;

function Part({ name }: { name: string }) {
  if (name === 'broken' && isBroken) throw new Error('No such field');
  return <p>Part {name}</p>;
}

const page = (current: string) => (
  <>
    <h1>Settings</h1>
    <PagePart current={current} fallback={null}>
      <Part name={current} />
    </PagePart>
  </>
);

test('a part that fails leaves the rest, and recovers by its button', async () => {
  isBroken = true;
  expectConsoleProblem(/No such field|error boundary/i);
  const { user } = renderWithBackend(
    page('broken'),
    backendOf(() => failureOf(404, 'NOT_FOUND')),
  );
  expect(screen.getByRole('heading', { name: 'Settings' })).toBeDefined();
  expect(screen.getByRole('alert').textContent).toMatch(/This part of the page can’t be shown/);
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Part broken')).toBeDefined();
  expect(document.activeElement?.id).toBe(PAGE_PART_ID);
});

test('another part works although the one before failed', () => {
  isBroken = true;
  expectConsoleProblem(/No such field|error boundary/i);
  const backend = backendOf(() => failureOf(404, 'NOT_FOUND'));
  const { rerender } = renderWithBackend(page('broken'), backend);
  rerender(page('other'));
  expect(screen.queryByRole('alert')).toBeNull();
});

function Settings() {
  const { data } = useCallQuery('settings.get', {});
  if (data === undefined) return null;
  return <p>{data.settings.storeName.trim()}</p>;
}

test('trying again loads data again that broke the part', async () => {
  expectConsoleProblem(/Cannot read|error boundary/i);
  let settings = {};
  const { user } = renderWithBackend(
    <PagePart current="store" fallback={null}>
      <Settings />
    </PagePart>,
    backendOf(() => resultOf({ settings })),
  );
  const retry = await screen.findByRole('button', { name: 'Try again' });
  settings = { storeName: 'Harbour' };
  await user.click(retry);
  expect(await screen.findByText('Harbour')).toBeDefined();
});

function StorePage() {
  const { data } = useCallQuery('settings.get', {});
  return <PartBoundary>{data && <StoreName settings={data.settings} />}</PartBoundary>;
}

function StoreName({ settings: { storeName } }: Pick<CallResult<'settings.get'>, 'settings'>) {
  return <p>{storeName.trim()}</p>;
}

test('trying again shows what the page then passes to the part, though nothing else is loaded after it', async () => {
  expectConsoleProblem(/Cannot read|error boundary/i);
  let settings = {};
  const { user } = renderWithBackend(
    <StorePage />,
    backendOf(() => resultOf({ settings })),
  );
  const retry = await screen.findByRole('button', { name: 'Try again' });
  settings = { storeName: 'Harbour' };
  await user.click(retry);
  expect(await screen.findByText('Harbour')).toBeDefined();
});

test('each of several parts fails on its own, also those in a fragment', async () => {
  isBroken = true;
  expectConsoleProblem(/No such field|error boundary/i);
  const { user } = renderWithBackend(
    <Parts>
      <Part name="broken" />
      {false}
      <>
        <p>Part second</p>
        <p>Part third</p>
      </>
    </Parts>,
    backendOf(() => failureOf(404, 'NOT_FOUND')),
  );
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.getByText('Part second')).toBeDefined();
  expect(screen.getByText('Part third')).toBeDefined();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Part broken')).toBeDefined();
});

test('a part that nobody needs disappears when it fails', () => {
  isBroken = true;
  expectConsoleProblem(/No such field|error boundary/i);
  renderWithBackend(
    <>
      <PartBoundary fallback={null}>
        <Part name="broken" />
      </PartBoundary>
      <p>The rest</p>
    </>,
    backendOf(() => failureOf(404, 'NOT_FOUND')),
  );
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('The rest')).toBeDefined();
});
