import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { speakGerman } from '#test/support/speak-german.ts';
import { TransferProgress, type TransferProgressProps } from './progress.tsx';

const NAME = 'Uploading app.apk';

function show(progress: Partial<TransferProgressProps>): HTMLElement {
  const transfer = { label: NAME, bytesDone: 0, bytesTotal: 50_000_000, bytesPerSecond: null, ...progress };
  return render(<TransferProgress {...transfer} />).container;
}

test('shows no speed before it is known', () => {
  show({ bytesDone: 1_200_000 });
  expect(screen.getByText('1.2 MB of 50.0 MB')).toBeDefined();
  expect(screen.getByText('2%')).toBeDefined();
});

test('shows the speed and the time left', () => {
  show({ bytesDone: 20_000_000, bytesPerSecond: 250_000 });
  expect(screen.getByText('20.0 MB of 50.0 MB · 250 kB/s · 2 min left')).toBeDefined();
});

test('shows no time left while nothing moves', () => {
  show({ bytesDone: 20_000_000, bytesPerSecond: 0 });
  expect(screen.getByText('20.0 MB of 50.0 MB')).toBeDefined();
});

test('says 100% only when everything is sent', () => {
  show({ bytesDone: 49_999_999 });
  expect(screen.getByText('99%')).toBeDefined();
});

test('shows an empty file as 0%', () => {
  show({ bytesTotal: 0 });
  expect(screen.getByText('0%')).toBeDefined();
  expect(screen.getByRole('progressbar', { name: NAME }).getAttribute('aria-valuenow')).toBe('0');
});

test('is translated', () => {
  speakGerman();
  show({ bytesDone: 1_200_000 });
  expect(screen.getByText('1,2 MB von 50,0 MB')).toBeDefined();
});
