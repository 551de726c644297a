import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TreeHead } from './checkpoint.ts';
import { hashLeaf, RootBuilder } from './merkle.ts';
import { describeVerification, verifyExport } from './verify-export.ts';

/* Exports that somebody made up or cut, at any size they like. */

const HUGE = Number.MAX_SAFE_INTEGER;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-export-'));
});
afterAll(() => rm(folder, { recursive: true }));

const LINES = makeLines(5);

function makeLines(count: number) {
  let previous = '00'.repeat(32);
  return Array.from({ length: count }, (_, position) => {
    const shown = {
      at: '2026-01-01T00:00:00.000Z',
      event: 'app.created',
      appId: null,
      versionId: null,
      facts: {},
    };
    const entry = JSON.stringify({ ...shown, position, previous, people: null, details: null });
    previous = hashLeaf(entry).toString('hex');
    return { position, entry, hash: previous, event: { id: position, ...shown, personal: null } };
  });
}

function headOf(size: number): TreeHead {
  const tree = new RootBuilder();
  for (const { entry } of LINES.slice(0, size)) tree.add(hashLeaf(entry));
  return { origin: 'store.example/transparency', size, root: tree.root() };
}

interface Draft {
  /** The size that the first line claims. */
  readonly size: number;
  readonly lines?: readonly object[];
  readonly head?: TreeHead;
}

async function verify({ size, lines = LINES, head = headOf(3) }: Draft) {
  const file = join(folder, 'log.jsonl');
  const all = [{ format: 'quayside-audit-log-v1', size }, ...lines];
  await writeFile(file, all.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return verifyExport(file, head);
}

const movedTo = (position: number) => LINES.map((line, at) => (at === 4 ? { ...line, position } : line));

test('a complete export is valid', async () => {
  expect(await verify({ size: 5 })).toMatchObject({ size: 5, covered: 3, problems: [] });
});

test.each([
  [5, 4, 'Row 4 is missing.'],
  [5, 3, 'Rows 3 to 4 are missing.'],
  [HUGE, 5, `Rows 5 to ${HUGE - 1} are missing.`],
])('an export of %d rows that has %d says which are missing', async (size, kept, problem) => {
  expect(await verify({ size, lines: LINES.slice(0, kept) })).toMatchObject({
    size: kept,
    covered: 3,
    problems: [problem],
  });
});

test('an export that is shorter than its checkpoint says so, and what else it lacks', async () => {
  expect((await verify({ size: 5, lines: LINES.slice(0, 1) })).problems).toEqual([
    'Rows 1 to 2 are missing: a checkpoint covers 3 rows.',
    'Rows 1 to 4 are missing.',
  ]);
  expect((await verify({ size: 5, head: { ...headOf(5), size: HUGE } })).problems).toEqual([
    `Rows 5 to ${HUGE - 1} are missing: a checkpoint covers ${HUGE} rows.`,
  ]);
});

test('a row beyond the size of the export is too many', async () => {
  expect((await verify({ size: 5, lines: movedTo(HUGE) })).problems).toEqual([
    `Row ${HUGE} is too many: the log has 5 rows.`,
    'Row 4 is missing.',
  ]);
  expect((await verify({ size: 4 })).problems).toEqual(['Row 4 is too many: the log has 4 rows.']);
});

test('a huge position within a huge size is one gap', async () => {
  expect(await verify({ size: HUGE, lines: movedTo(HUGE - 1) })).toMatchObject({
    size: HUGE,
    problems: [`Rows 4 to ${HUGE - 2} are missing.`, `Row ${HUGE - 1} was moved: it was written as row 4.`],
  });
});

test('a repeated row is one problem', async () => {
  const lines = [...LINES.slice(0, 2), ...LINES.slice(1)];
  expect((await verify({ size: 5, lines })).problems).toEqual(['Row 1 is repeated.']);
});

test('a name from an export can’t control the terminal that shows it', async () => {
  const name = `app\u001b]0;x\u0007\u009b2J\u202e${'e'.repeat(500)}`;
  const shown = `app\\u{1b}]0;x\\u{7}\\u{9b}2J\\u{202e}${'e'.repeat(87)}`;
  const entry = JSON.stringify({ ...JSON.parse(LINES[0]?.entry ?? ''), event: name });
  const altered = { ...LINES[0], entry, hash: hashLeaf(entry).toString('hex') };
  const added = { ...LINES[1], position: null, event: { ...LINES[1]?.event, event: name } };
  expect((await verify({ size: 1, lines: [altered, added], head: headOf(0) })).problems).toEqual([
    `Row 0 (${shown}): event altered.`,
    `The event 1 (${shown}) was added without the chain.`,
  ]);
});

test.each([-1, 0.5, HUGE + 1, 1e300, '1'])('a row at %j is not one of an export', async (position) => {
  const lines = [{ ...LINES[0], position }];
  await expect(verify({ size: 5, lines })).rejects.toThrow('line 2 isn’t one');
});

test.each([-1, 0.5, HUGE + 1, 1e300])('an export of %j rows is none', async (size) => {
  await expect(verify({ size })).rejects.toThrow('line 1 isn’t one');
});

test('one problem and one missing row are described in the singular', async () => {
  const found = await verify({ size: 4, lines: LINES.slice(0, 4), head: headOf(5) });
  expect(describeVerification(found)).toBe(
    'The audit log was altered: 1 problem in 4 rows.\n  - Row 4 is missing: a checkpoint covers 5 rows.',
  );
});
