import { expect, test } from 'vitest';
import { idsIn, idsOf } from './ids-in.ts';

test('finds ids by the names of their fields, at any depth', () => {
  const item = {
    id: 7,
    app: { id: 'a1', ownerUid: 'u1', name: 'Harbour' },
    versionIds: ['v1', 'v2'],
    paid: 'x',
  };
  expect([...idsOf(item)]).toEqual(['7', 'a1', 'u1', 'v1', 'v2']);
});

test('a body that names no ids has none', () => {
  expect([...idsIn('{"data":{"versionId":"v1"}}')]).toEqual(['v1']);
  for (const body of ['{"data":null}', 'versionId', new Blob(['{"id":"v1"}']), undefined])
    expect(idsIn(body).size).toBe(0);
});
