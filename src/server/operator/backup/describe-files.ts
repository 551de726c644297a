import type { KeyList } from './manifest.ts';

/** Files that are named. */
const MAX_NAMED = 20;

/** Returns lines that say how many files there are with a problem, and name some; none without files. */
export function describeFiles({ count, named }: KeyList, problem: string): string[] {
  if (count === 0) return [];
  const shown = named.slice(0, MAX_NAMED);
  const more = count - shown.length;
  return [
    `${count.toLocaleString('en')} ${count === 1 ? 'file is' : 'files are'} ${problem}:`,
    ...shown.map((key) => `  - ${key}`),
    ...(more > 0 ? [`  - and ${more.toLocaleString('en')} more`] : []),
  ];
}

/** Returns a line that names tables of others in an earlier backup, which aren't restored; none without such tables. */
export function describeLeftOut(tables: readonly string[]): string[] {
  if (tables.length === 0) return [];
  const more = tables.length > MAX_NAMED ? ', …' : '';
  return [`Tables that aren’t Quayside’s were left out: ${tables.slice(0, MAX_NAMED).join(', ')}${more}.`];
}
