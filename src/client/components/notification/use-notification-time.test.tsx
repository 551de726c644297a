import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useNotificationTime } from './use-notification-time.ts';

const HOUR_MS = 3_600_000;
const CREATED_AT = new Date('2026-03-28T10:20:30Z');

function Shown() {
  return <p>{useNotificationTime(CREATED_AT)}</p>;
}

test('the time changes in the second of each threshold, across a change to summer time', () => {
  vi.useFakeTimers({ now: CREATED_AT });
  render(<Shown />);
  const text = () => screen.getByRole('paragraph').textContent;
  const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const advanceHours = (hours: number) => Array.from({ length: hours }, () => advance(HOUR_MS));
  expect(text()).toBe('Just now');
  advance(HOUR_MS - 1_000);
  expect(text()).toBe('Just now');
  advance(1_000);
  expect(text()).toBe('1 h ago');
  advanceHours(22);
  expect(text()).toBe('23 h ago');
  advanceHours(1);
  expect(text()).toBe('1 d ago');
  advanceHours(144);
  expect(text()).toBe('Mar 28');
});

test('the text is right after the device has slept', () => {
  vi.useFakeTimers({ now: CREATED_AT });
  render(<Shown />);
  // Timers stop while the device sleeps, and the clock goes on.
  vi.setSystemTime(CREATED_AT.getTime() + 30 * HOUR_MS);
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.getByText('1 d ago')).toBeDefined();
});
