import { type Column, type SQL, sql } from 'drizzle-orm';
import { MAX_FACT_NAME_LENGTH } from '#shared/packages/limits.ts';
import { markHidden } from '#shared/visible-text.ts';

/**
 * Selects a text of a package's facts without the rest of them; null when it has none. Characters that nobody sees are
 * marked, because inspections before names were checked stored them as they were.
 */
export function markedFact(facts: Column, name: 'versionName' | 'buildVersion'): SQL<string | null> {
  // Part of the SQL text: as parameters they would be values of a prepared statement.
  const text = sql.raw(`'${name}', ${MAX_FACT_NAME_LENGTH}`);
  return sql`left(${facts}->>${text})`.mapWith((value: string) => markName(value)) as SQL<string | null>;
}

/** Marks the characters of a name that nobody sees, within the length that names have. */
export function markName(name: string): string {
  return markHidden(name).slice(0, MAX_FACT_NAME_LENGTH);
}
