import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REASONS } from './reasons.ts';

test('the server gives every documented reason', () => {
  const root = join(import.meta.dirname, '../server');
  const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  expect(Object.keys(REASONS).filter((reason) => !source.includes(`'${reason}'`))).toEqual([]);
});

test('each reason is a short code with a sentence', () => {
  for (const [reason, meaning] of Object.entries(REASONS)) {
    expect(reason).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(meaning()).toMatch(/^\S.*\.$/);
  }
});
