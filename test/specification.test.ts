import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENT = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8');
const TEST_FILE = /\.(test|spec)\.ts$/;

/** The rows of all tables, each as its cells; heads and rules left out. */
const rows = DOCUMENT.split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Statement'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

function pathsIn(cell: string | undefined): string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '');
}

describe('the table of the specification', () => {
  test('has every section', () => {
    const sections = [...DOCUMENT.matchAll(/^## (\d)\./gm)].map(([, number]) => Number(number));
    expect(sections).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(rows.length).toBeGreaterThan(70);
  });

  test('names where each statement lives and the test that proves it', () => {
    const bare = rows.filter(
      ([, , where, proof]) =>
        pathsIn(where).length === 0 ||
        pathsIn(proof).length === 0 ||
        !pathsIn(proof).every((path) => TEST_FILE.test(path)),
    );
    expect(bare.map(([, statement]) => statement)).toEqual([]);
  });

  test('names only files that exist', () => {
    const named = rows.flatMap(([, , where, proof]) => [...pathsIn(where), ...pathsIn(proof)]);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
