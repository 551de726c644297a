import type { Locale } from '#client/ui/locale.ts';

export interface DayGroup<Item> {
  /** Such as `Today`, `Yesterday` or `Monday, 3 March`. */
  readonly day: string;
  readonly items: readonly Item[];
}

const DAY_MS = 86_400_000;

/** Groups items by the local day of `createdAt` (ISO 8601), keeping their order. */
export function groupByDay<Item extends { readonly createdAt: string }>(
  items: readonly Item[],
  now: Date,
  locale: Locale,
): DayGroup<Item>[] {
  const groups: { day: string; items: Item[] }[] = [];
  const nameOf = dayNames(now, locale);
  for (const item of items) {
    const day = nameOf(new Date(item.createdAt));
    const group = groups.at(-1);
    if (group?.day === day) group.items.push(item);
    else groups.push({ day, items: [item] });
  }
  return groups;
}

function dayNames(now: Date, { language, timeZone }: Locale): (moment: Date) => string {
  const zone = timeZone === null ? {} : { timeZone };
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'short', ...zone });
  const sameYear = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...zone,
  });
  const otherYear = new Intl.DateTimeFormat(language, { dateStyle: 'long', ...zone });
  const year = new Intl.DateTimeFormat(language, { year: 'numeric', ...zone });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const recent = new Map(
    [1, 0].map((days) => [
      date.format(new Date(now.getTime() - days * DAY_MS)),
      capitaliseFirst(relative.format(-days, 'day'), language),
    ]),
  );
  return (moment) =>
    recent.get(date.format(moment)) ??
    (year.format(moment) === year.format(now) ? sameYear : otherYear).format(moment);
}

function capitaliseFirst(word: string, language: string): string {
  return word.charAt(0).toLocaleUpperCase(language) + word.slice(1);
}
