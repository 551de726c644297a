import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MarkdownPool, openMarkdownPool } from './markdown-pool.ts';

let pool: MarkdownPool;
beforeEach(() => {
  pool = openMarkdownPool();
});
afterEach(() => pool[Symbol.asyncDispose]());

test('returns the same as the renderer', async () => {
  expect(await pool.render('**a**', 'one')).toBe('<p><strong>a</strong></p>');
  expect(await pool.render(' \n', 'one')).toBe('');
});

test('returns plain text for input that takes too long, and continues with the next', async () => {
  await using impatient = openMarkdownPool(0);
  expect(await impatient.render('*_'.repeat(2000), 'one')).toBe(`<p>${'*_'.repeat(2000)}</p>`);
  expect(await impatient.render('*_'.repeat(2000), 'one')).toBe(`<p>${'*_'.repeat(2000)}</p>`);
});

test('lets accounts take turns', async () => {
  const order: string[] = [];
  const render = async (account: string) => {
    await pool.render('a', account);
    order.push(account);
  };
  const many = Array.from({ length: 20 }, () => render('many'));
  await Promise.all([...many, render('few')]);
  expect(order.indexOf('few')).toBeLessThan(3);
});

test('rejects waiting callers when the server stops', async () => {
  const waiting = Promise.allSettled([pool.render('a', 'one'), pool.render('b', 'one')]);
  await pool[Symbol.asyncDispose]();
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
