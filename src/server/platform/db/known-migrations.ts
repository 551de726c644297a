import journal from './migrations/meta/_journal.json' with { type: 'json' };

/** A migration of this version. */
export interface Migration {
  /** The name of its file without `.sql`. */
  readonly name: string;
  /** Milliseconds since 1970, which identify it in the database. */
  readonly madeAt: number;
}

/** The migrations of this version in their order, from drizzle-kit's journal. */
export const KNOWN_MIGRATIONS: readonly Migration[] = journal.entries.map(({ tag, when }) => ({
  name: tag,
  madeAt: when,
}));

/** The newest one, which names the tables that this version needs. */
export const MIGRATION_LEVEL = Math.max(...KNOWN_MIGRATIONS.map(({ madeAt }) => madeAt));
