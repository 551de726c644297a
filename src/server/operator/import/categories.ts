import { SETTINGS, type StoreSettings } from '#shared/settings/settings.ts';
import { emit } from '../../events/emit.ts';
import type { Db } from '../../platform/db/open.ts';
import { queueRebuild } from '../../platform/queue/queue-rebuild.ts';
import { readSettings, writeSettings } from '../../platform/settings.ts';
import type { RepositoryApp, RepositoryCategory } from '../repository/index-format.ts';

type Category = StoreSettings['categories'][number];

const MAX_ID_LENGTH = 40;

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
    if (first === undefined || findCategory(all, named)) continue;
    const id = first.id
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^[^a-z]+|-+$/g, '')
      .slice(0, MAX_ID_LENGTH);
    const { data } = SETTINGS.categories.schema.safeParse([...all, { id, name: first.name }]);
    const added = data?.at(-1);
    if (added) all.push(added);
  }
  return { all, added: all.slice(categories.length) };
}

/** A category of the repository, and the id of the one that it is in the store. */
export interface FoundCategory {
  readonly id: string;
  readonly source: RepositoryCategory;
}

/** Returns the first of an app's categories that the store has, by its id or name; null when it has none. */
export function findCategory(
  categories: readonly Category[],
  named: readonly RepositoryCategory[],
): FoundCategory | null {
  for (const source of named) {
    const wanted = new Set([source.id, source.name].map((text) => text.trim().toLowerCase()));
    const found = categories.find(({ id, name }) => wanted.has(id) || wanted.has(name.toLowerCase()));
    if (found) return { id: found.id, source };
  }
  return null;
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
