import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BarChart, type BarSeries } from './bar-chart.tsx';

const MAY = ['2026-05-01', '2026-05-02', '2026-05-03'];

type ChartProps = Partial<Parameters<typeof BarChart>[0]>;

function show(counts: readonly number[], { days = MAY, ...props }: ChartProps = {}): HTMLElement {
  const series: readonly BarSeries[] = [{ key: 'all', label: 'Downloads', color: 'blue', counts }];
  render(<BarChart label="Downloads by day" summary="3 days" days={days} series={series} {...props} />);
  return screen.getByRole('figure', { name: 'Downloads by day' });
}

/** Returns the heights of the bars, in pixels. */
function heights(chart: HTMLElement): number[] {
  return [...chart.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
}

test('shows no bars and an axis up to 1 when nothing was counted', () => {
  const chart = show([0, 0, 0]);
  expect(heights(chart)).toEqual([]);
  expect(within(chart).getByText('0')).toBeDefined();
  expect(within(chart).getByText('1')).toBeDefined();
});

test('shows a single day with one label', () => {
  const chart = show([7], { days: ['2026-05-01'] });
  expect(heights(chart)).toHaveLength(1);
  expect(within(chart).getAllByText('May 1')).toHaveLength(1);
});

test('labels the first and the last day, and the top of the axis', () => {
  const chart = show([10, 20, 40]);
  expect(within(chart).getByText('May 1')).toBeDefined();
  expect(within(chart).getByText('May 3')).toBeDefined();
  expect(within(chart).getByText('40')).toBeDefined();
});

test('keeps huge numbers inside the chart, grouped, and still shows a day with one', () => {
  const chart = show([1, 2_147_483_647, 0]);
  expect(Math.max(...heights(chart))).toBeLessThanOrEqual(200);
  expect(Math.min(...heights(chart))).toBeGreaterThan(0);
  expect(within(chart).getByText('3,000,000,000')).toBeDefined();
});

test('the arrow keys choose a day, whose number shows instead of the summary', () => {
  const chart = show([10, 1_234, 40]);
  const days = within(chart).getByRole('slider', { name: 'Day' });
  expect(days.getAttribute('aria-valuetext')).toBe('3 days');
  fireEvent.focus(days);
  fireEvent.change(days, { target: { value: '1' } });
  expect(days.getAttribute('aria-valuetext')).toBe('May 2, Downloads: 1,234');
  expect(within(chart).getByText('1,234')).toBeDefined();
  fireEvent.blur(days);
  expect(days.getAttribute('aria-valuetext')).toBe('3 days');
});

test('a marker outside of the days is left out', () => {
  const markers = [
    { day: '2026-05-02', label: '1.1', text: 'Released 1.1' },
    { day: '2026-04-02', label: '1.0', text: 'Released 1.0' },
  ];
  const chart = show([1, 2, 3], { markers });
  expect(within(chart).getByText('1.1')).toBeDefined();
  expect(within(chart).queryByText('1.0')).toBeNull();
});
