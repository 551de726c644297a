import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { LocaleContext } from './locale.ts';
import { ExactTime, Time } from './time.tsx';

const NOON = '2026-03-29T12:00:00Z';

test('a relative time ticks with every minute', () => {
  vi.useFakeTimers({ now: new Date(NOON) });
  render(<Time iso={NOON} />);
  expect(screen.getByText('just now')).toBeDefined();
  act(() => vi.advanceTimersByTime(5 * 60_000));
  expect(screen.getByText('5 minutes ago')).toBeDefined();
  act(() => vi.advanceTimersByTime(55 * 60_000));
  expect(screen.getByText('1 hour ago')).toBeDefined();
});

test.each([
  ['Asia/Kathmandu', '29 Mar 2026, 17:45:00'],
  ['America/New_York', '29 Mar 2026, 08:00:00'],
  // Summer time began in this night.
  ['Europe/Berlin', '29 Mar 2026, 14:00:00'],
])('an exact time is in the zone %s of the user', (timeZone, text) => {
  render(
    <LocaleContext value={{ language: 'en-GB', timeZone }}>
      <ExactTime iso={NOON} />
    </LocaleContext>,
  );
  expect(screen.getByText(text)).toBeDefined();
});
