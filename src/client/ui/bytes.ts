import { formatNumber, plural } from '#shared/languages/translate.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Returns a size or rate as text: decimal units (SI) and at most three figures, such as `42.1 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.5 would round to "1,000", which belongs to the next unit.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  if (unit === 0) return plural(value, { one: '# byte', other: '# bytes' });
  const decimals = value < 99.95 ? 1 : 0;
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return `${formatNumber(value, options)} ${UNITS[unit]}`;
}
