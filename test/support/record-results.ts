import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STORE_PLACEHOLDER } from '../../scripts/api-reference/document.ts';

const FILE = join(import.meta.dirname, '../../scripts/api-reference/results.json');

/** Entries of a list that an example shows. */
const SHOWN_ENTRIES = 2;

const SHOWN_TIME = '2026-03-02T09:30:00.000Z';

/** Writes results down as the examples of the API reference. */
export async function writeResults(results: ReadonlyMap<string, unknown>, publicUrl: string): Promise<void> {
  const sorted = [...results].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const tidied = sorted.map(([id, result]) => [id, tidy(result, publicUrl)]);
  await writeFile(FILE, `${JSON.stringify(Object.fromEntries(tidied), null, 2)}\n`);
}

/** Returns a result with short lists, and without what differs each time or must not look like a secret. */
function tidy(result: unknown, publicUrl: string): unknown {
  const ids = new Map<string, string>();
  const text = JSON.stringify(result, (_, value: unknown) =>
    Array.isArray(value) ? value.slice(0, SHOWN_ENTRIES) : value,
  );
  const tidied = text
    .replaceAll(publicUrl, `${STORE_PLACEHOLDER}/`)
    .replaceAll(publicUrl.slice(0, -1), STORE_PLACEHOLDER)
    // In addresses for store clients.
    .replaceAll(/127\.0\.0\.1(?:%3A|:)\d+(?=(?:%2F|\/)quayside)/g, 'apps.example.org')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://receiver.example')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => {
      const known = ids.get(id) ?? `a0000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`;
      ids.set(id, known);
      return known;
    })
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, SHOWN_TIME)
    .replaceAll(/\bqs_\w+/g, `qs_${'0'.repeat(42)}`)
    .replaceAll(/whsec_[\w+/]+=/g, `whsec_${'A'.repeat(43)}=`);
  return JSON.parse(tidied);
}
