import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENT = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8');

/** The sections with rows; longer ones by their parts. */
const SECTIONS = [
  '## 1. What the product does and for whom',
  '### Routes',
  '### Guard',
  '### Shell layout',
  '### Notification dropdown',
  '## 3. Entities and their fields',
  '### Authentication status',
  '### Records, roles and notifications',
  '## 5. Validation rules',
  '## 6. Roles and permissions',
  '### Calls and scripts',
  '### Authentication',
  '### Notifications',
  '### Failures of calls',
  '## 8. The error catalogue',
  '## 9. Business constants and limits',
];

/** One file and the titles in it: `` `a.test.ts` › "one title", "another" ``; a cell has one or more of them. */
const PROOF = /^`([^`]+\.(?:test|spec)\.ts)` › ("[^"]+"(?:, "[^"]+")*)$/;

interface Row {
  readonly section: string;
  readonly statement: string;
  readonly where: readonly string[];
  readonly proofs: readonly string[];
}

function readRows(): Row[] {
  const rows: Row[] = [];
  let section = '';
  for (const line of DOCUMENT.split('\n')) {
    if (line.startsWith('#')) section = line;
    if (!line.startsWith('| ') || line.startsWith('| Statement')) continue;
    const [statement = '', where = '', proofs = ''] = line.slice(2, -2).split(' | ');
    const paths = [...where.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '');
    rows.push({ section, statement, where: paths, proofs: proofs.split('<br>') });
  }
  return rows;
}

const rows = readRows();

/** Every title that a row names, with its file. */
const named = rows.flatMap(({ proofs }) =>
  proofs.flatMap((proof) => {
    const [, file, titles = ''] = PROOF.exec(proof) ?? [];
    if (file === undefined) return [];
    const unquoted = titles.slice(1, -1).split('", "');
    return unquoted.map((title) => ({ file, title }));
  }),
);
const files = [...new Set(named.map(({ file }) => file))].filter((file) => existsSync(join(ROOT, file)));

/** The parts of a syntax tree's node (ESTree) that matter here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly arguments?: readonly Node[];
}

/** The calls of a file, in their order; its syntax tree knows comments and texts from code. */
function readCalls(source: string): Node[] {
  const calls: Node[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    if ((value as Node).type === 'CallExpression') calls.push(value as Node);
    Object.values(value).forEach(visit);
  };
  visit(parseSync('a.test.ts', source).program);
  return calls;
}

/** The chain that is called, such as `test.skip` or `test.each()`; empty where it is no chain of names. */
function chainOf(callee: Node | undefined): string {
  if (callee?.type === 'Identifier') return callee.name ?? '';
  if (callee?.type === 'CallExpression') return `${chainOf(callee.callee)}()`;
  return callee?.type === 'MemberExpression' ? `${chainOf(callee.object)}.${callee.property?.name}` : '';
}

/** A file's titles of `test(…)`, `it(…)` and their `each(…)(…)` as its source has them, and what leaves tests out. */
function readTests(file: string): { titles: string[]; stops: string[] } {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const calls = readCalls(source).map((call) => ({
    chain: chainOf(call.callee),
    title: call.arguments?.[0],
  }));
  const titles = calls
    .filter(({ chain }) => /^(test|it)(\.each\(\))?$/.test(chain))
    .map(({ title }) =>
      title?.type === 'Literal' ? title.value : source.slice((title?.start ?? 0) + 1, (title?.end ?? 0) - 1),
    );
  const stops = calls
    .map(({ chain }) => chain)
    .filter((chain) => /^(test|it|describe)\b.*\.(skip|only|todo|fixme|fails?|skipIf|runIf)\b/.test(chain));
  return { titles: titles.map(String), stops };
}

describe('the table of the specification', () => {
  test('has rows for every section', () => {
    expect([...new Set(rows.map(({ section }) => section))]).toEqual(SECTIONS);
    expect(rows.length).toBeGreaterThan(140);
  });

  test('names in each row the code and at least one test by file and title', () => {
    const bare = rows.filter(
      ({ statement, where, proofs }) =>
        statement === '' || where.length === 0 || !proofs.every((proof) => PROOF.test(proof)),
    );
    expect(bare.map(({ statement }) => statement)).toEqual([]);
  });

  test('names only files that exist', () => {
    const paths = [...rows.flatMap(({ where }) => where), ...named.map(({ file }) => file)];
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('names titles that occur once in their file, as titles of tests', () => {
    const titlesOf = new Map(files.map((file) => [file, readTests(file).titles]));
    const wrong = named.filter(
      ({ file, title }) => titlesOf.get(file)?.filter((one) => one === title).length !== 1,
    );
    expect(wrong).toEqual([]);
  });

  test.each(files)('%s skips no test', (file) => {
    expect(readTests(file).stops).toEqual([]);
  });
});

test('every test that the table of threats names exists', () => {
  const table = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const threats = [...table.matchAll(/`([^`]+\.(?:test|spec)\.ts)`(?: › ("[^"]+"(?:, "[^"]+")*))?/g)];
  expect(threats.length).toBeGreaterThan(60);
  const missing = threats.flatMap(([, file = '', titles]) => {
    if (!existsSync(join(ROOT, file))) return [file];
    const { titles: existing } = readTests(file);
    return (titles?.slice(1, -1).split('", "') ?? []).filter((title) => !existing.includes(title));
  });
  expect(missing).toEqual([]);
});
