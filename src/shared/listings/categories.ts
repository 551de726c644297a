import { t } from '../languages/translate.ts';

/** A category of a store: its name is the admin's. */
interface Category {
  readonly id: string;
  readonly name: string;
}

interface InitialCategory {
  /** Its name in a new store, in English. */
  readonly name: string;
  /** Returns this name in the page's language. */
  readonly label: () => string;
}

/** The categories of a new store by their ids. */
const INITIAL: Readonly<Record<string, InitialCategory>> = {
  books: { name: 'Books', label: () => t`Books` },
  communication: { name: 'Communication', label: () => t`Communication` },
  education: { name: 'Education', label: () => t`Education` },
  finance: { name: 'Finance', label: () => t`Finance` },
  games: { name: 'Games', label: () => t`Games` },
  health: { name: 'Health', label: () => t`Health` },
  media: { name: 'Media', label: () => t`Media` },
  navigation: { name: 'Navigation', label: () => t`Navigation` },
  productivity: { name: 'Productivity', label: () => t`Productivity` },
  tools: { name: 'Tools', label: () => t`Tools` },
};

export const INITIAL_CATEGORIES: readonly Category[] = Object.entries(INITIAL).map(([id, { name }]) => ({
  id,
  name,
}));

/** Returns a category's name: in the page's language, unless an admin has renamed or added it. */
export function categoryLabel({ id, name }: Category): string {
  const initial = Object.hasOwn(INITIAL, id) ? INITIAL[id] : undefined;
  return initial?.name === name ? initial.label() : name;
}
