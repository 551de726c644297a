import type { StoreSettings } from '#shared/settings/settings.ts';
import { emit } from '../../events/emit.ts';
import type { Db } from '../../platform/db/open.ts';
import { queueRebuild } from '../../platform/queue/queue-rebuild.ts';
import { readSettings, writeSettings } from '../../platform/settings.ts';
import type { RepositoryApp } from '../repository/index-format.ts';

type Category = StoreSettings['categories'][number];

const MAX_CATEGORIES = 100;
const MAX_NAME_LENGTH = 40;

/** The store's categories after an import, and those that it adds. */
export interface CategoryPlan {
  readonly all: readonly Category[];
  readonly added: readonly Category[];
}

/** Returns the categories that the store needs for these apps: each app has one, the first that it names. */
export async function planCategories(db: Db, apps: readonly RepositoryApp[]): Promise<CategoryPlan> {
  const { categories } = await readSettings(db);
  const all: Category[] = [...categories];
  for (const { categories: named } of apps) {
    const [first] = named;
    if (first === undefined || findCategory(all, named) !== '') continue;
    const id = first
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^[^a-z]+|-+$/g, '')
      .slice(0, MAX_NAME_LENGTH);
    const isFitting = id !== '' && first.trim().length <= MAX_NAME_LENGTH && all.length < MAX_CATEGORIES;
    if (isFitting && !all.some((known) => known.id === id)) all.push({ id, name: first.trim() });
  }
  return { all, added: all.slice(categories.length) };
}

/** Returns the id of the first named category that the store has, by its id or name; empty when it has none. */
export function findCategory(categories: readonly Category[], named: readonly string[]): string {
  for (const name of named) {
    const wanted = name.trim().toLowerCase();
    const found = categories.find(({ id, name: shown }) => id === wanted || shown.toLowerCase() === wanted);
    if (found) return found.id;
  }
  return '';
}

/** Adds the planned categories to the store's settings. */
export async function addCategories(db: Db, { added }: CategoryPlan): Promise<void> {
  if (added.length === 0) return;
  await db.transaction(async (tx) => {
    const before = await readSettings(tx);
    const missing = added.filter(({ id }) => !before.categories.some((known) => known.id === id));
    if (missing.length === 0) return;
    const after = await writeSettings(tx, { categories: [...before.categories, ...missing] });
    await emit(tx, {
      by: null,
      name: 'settings.updated',
      details: { changed: ['categories'], before, after },
    });
    await queueRebuild(tx, 'all');
  });
}
