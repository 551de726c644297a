import { assert as assertProperty, dictionary, letrec, oneof, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { applyMergePatch } from '#test/support/merge-patch.ts';
import { createMergePatch, type Json } from './merge-patch.ts';

test.each<[Json | undefined, Json, Json | undefined]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { a: 'b', b: 'c' }, { b: 'c' }],
  [{ a: 'b', b: 'c' }, { b: 'c' }, { a: null }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: { b: 'c', d: 'e' } }, { a: { b: 'd' } }, { a: { b: 'd', d: null } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [['a', 'b'], ['a', 'b'], undefined],
  [{ a: { b: 1 } }, { a: { b: 1 } }, undefined],
  [{}, { constructor: 'x' }, { constructor: 'x' }],
  [undefined, { a: {} }, { a: {} }],
])('%j becomes %j by %j', (from, to, patch) => {
  expect(createMergePatch(from, to)).toEqual(patch);
});

test('turns any value into any other', () => {
  const { value } = letrec<{ value: Json }>((tie) => ({
    value: oneof(
      { maxDepth: 4 },
      string({ maxLength: 2 }),
      oneof(string({ maxLength: 1 })).map((text) => [text]),
      dictionary(string({ maxLength: 1 }), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  assertProperty(
    property(value, value, (from, to) => {
      const patch = createMergePatch(from, to);
      expect(patch === undefined ? from : applyMergePatch(from, patch)).toEqual(to);
    }),
  );
});
