import type { CallInput, CallResult, ReadingCall } from '#shared/calls.ts';
import { idsOf } from './ids-in.ts';

/** Calls with paged results. */
export type PagedCall = {
  [Name in ReadingCall]: CallResult<Name> extends { nextCursor: string | null } ? Name : never;
}[ReadingCall];

/** The input of a call for the first page of a list. */
export type PagesInput<Name extends PagedCall> = Omit<CallInput<Name>, 'cursor'>;

/** A page of a list, as a call returns it: an array of rows, and the start of the next page. */
export interface ListPage {
  readonly nextCursor: string | null;
  /** True once its rows may have changed: the next refetch reads it again. */
  readonly isStale?: true;
}

/** The loaded pages of a list, as TanStack Query keeps them. */
export interface LoadedPages<Page extends ListPage = ListPage> {
  readonly pages: Page[];
  readonly pageParams: (string | null)[];
}

/** The rows that a change concerns; without both any row. */
export interface ChangedRows {
  /** Everything that belongs to the app. */
  readonly appId?: string | undefined;
  /** Ids that the request for the change named; rows may show others. */
  readonly ids?: ReadonlySet<string> | undefined;
}

interface ListRow {
  readonly id?: string | number;
  readonly uid?: string;
  readonly appId?: string | null;
  readonly app?: { readonly id: string };
  readonly version?: { readonly id: string };
}

/** Returns the name of the field with the rows. */
function rowsField(page: ListPage): string | undefined {
  return Object.entries(page).find(([, value]) => Array.isArray(value))?.[0];
}

function rowsOf(page: ListPage): readonly ListRow[] {
  const field = rowsField(page);
  return field === undefined ? [] : ((page as unknown as Record<string, readonly ListRow[]>)[field] ?? []);
}

function withRows<Page extends ListPage>(page: Page, rows: readonly ListRow[]): Page {
  const field = rowsField(page);
  return field === undefined ? page : { ...page, [field]: rows };
}

/** Returns the identity of a row in its list. */
function keyOf({ id, uid, version, app }: ListRow): string | number | undefined {
  return id ?? uid ?? version?.id ?? app?.id;
}

const keysOf = (page: ListPage) => rowsOf(page).map(keyOf);

const knownIds = new WeakMap<ListRow, ReadonlySet<string>>();

/** Returns the ids that a row shows; rows that didn't change stay the same objects. */
function idsOfRow(row: ListRow): ReadonlySet<string> {
  const ids = knownIds.get(row) ?? idsOf(row);
  knownIds.set(row, ids);
  return ids;
}

/**
 * Marks the pages of a list whose rows a change may concern. Those of a change that names no rows are all of them, as
 * are those of a request that names none that the list shows: it may have changed others.
 */
export function markPages<Page extends ListPage>(
  list: LoadedPages<Page>,
  { appId, ids }: ChangedRows,
): LoadedPages<Page> {
  const concerned = new Set(appId === undefined ? ids : [appId]);
  const isConcerned = (row: ListRow) => [...concerned].some((id) => idsOfRow(row).has(id));
  // What happens to a version also changes the other rows of its app.
  for (const row of list.pages.flatMap(rowsOf).filter(isConcerned)) {
    const app = row.app?.id ?? row.appId;
    if (app) concerned.add(app);
  }
  const concernedPages = list.pages.filter((page) => rowsOf(page).some(isConcerned));
  const areAll = appId === undefined && concernedPages.length === 0;
  const pages = list.pages.map((page) =>
    areAll || concernedPages.includes(page) ? { ...page, isStale: true as const } : page,
  );
  return { ...list, pages };
}

export interface PageReading<Page extends ListPage> {
  /** Null for the first page. */
  readonly cursor: string | null;
  /** The pages that are loaded; undefined without any. */
  readonly loaded: LoadedPages<Page> | undefined;
  readonly read: (cursor: string | null) => Promise<Page>;
}

/**
 * Returns a page of a list that is loaded, continued or refetched. A refetch reads the first page, where new rows
 * appear, and those that are marked; the others stay. Their cursors stay valid, because a cursor is a position in the
 * order of the list and not the number of a row.
 */
export async function readPage<Page extends ListPage>(reading: PageReading<Page>): Promise<Page> {
  const { cursor, loaded, read } = reading;
  const at = loaded?.pageParams.indexOf(cursor) ?? -1;
  const before = loaded?.pages[at];
  if (loaded === undefined || before === undefined) return read(cursor);
  if (at > 0 && !before.isStale) return before;
  return joinPages(await read(cursor), at, reading);
}

/**
 * Returns a page that was read again so that the next one follows it. Rows that new ones pushed off its end are read,
 * too. When there are more of them than a page, all that follows is read again.
 */
async function joinPages<Page extends ListPage>(
  page: Page,
  at: number,
  { loaded, read }: PageReading<Page>,
): Promise<Page> {
  const next = loaded?.pageParams[at + 1];
  if (loaded === undefined || next === undefined || page.nextCursor === null) return page;
  const later = new Set(loaded.pages.slice(at + 1).flatMap(keysOf));
  const before = loaded.pages[at] === undefined ? [] : keysOf(loaded.pages[at]);
  const keys = keysOf(page);
  const last = keys.at(-1);
  if (last === undefined) return page;
  const hasAll = before.every((key) => keys.includes(key));
  if (hasAll || last === before.at(-1) || later.has(last)) return { ...page, nextCursor: next };
  const pushedOff = await read(page.nextCursor);
  const pushedOffKeys = keysOf(pushedOff);
  const known = pushedOffKeys.findIndex((key) => later.has(key));
  const end = known >= 0 ? known : pushedOffKeys.indexOf(before.at(-1)) + 1;
  if (known < 0 && end === 0) return page;
  const rows = [...rowsOf(page), ...rowsOf(pushedOff).slice(0, end)];
  return { ...withRows(page, rows), nextCursor: next };
}

/** Returns a list without the marks of its pages, and without rows that moved to another page and are in both. */
export function withoutRepeats<List extends LoadedPages>(list: List): List {
  const seen = new Set<string | number>();
  const pages = list.pages.map((loaded) => {
    const { isStale, ...page } = loaded;
    const rows = rowsOf(page);
    const unique = rows.filter((row) => {
      const key = keyOf(row);
      const isRepeated = key !== undefined && seen.has(key);
      if (key !== undefined) seen.add(key);
      return !isRepeated;
    });
    if (unique.length < rows.length) return withRows(page, unique);
    return isStale ? page : loaded;
  });
  return { ...list, pages };
}
