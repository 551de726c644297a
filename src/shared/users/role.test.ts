import { expect, test } from 'vitest';
import { normaliseRole } from './role.ts';

test.each([
  ['admin', 'admin'],
  ['developer', 'developer'],
  ['user', 'user'],
  ['  Admin\n', 'admin'],
  ['DEVELOPER', 'developer'],
  ['administrator', 'user'],
  ['', 'user'],
  [undefined, 'user'],
  [null, 'user'],
  [1, 'user'],
  [['admin'], 'user'],
  [{ role: 'admin' }, 'user'],
])('%j is normalised to %s', (stored, role) => {
  expect(normaliseRole(stored)).toBe(role);
});
