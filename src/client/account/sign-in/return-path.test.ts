import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test.each([
  ['/dashboard/apps?status=draft#list', '/dashboard/apps?status=draft#list'],
  ['/admin', '/admin'],
  [null, '/dashboard'],
  ['', '/dashboard'],
  ['dashboard/apps', '/dashboard'],
  ['https://elsewhere.example/', '/dashboard'],
  ['//elsewhere.example/', '/dashboard'],
  ['/\\elsewhere.example/', '/dashboard'],
  ['/\t/elsewhere.example/', '/dashboard'],
  ['/.//elsewhere.example/', '/dashboard'],
  ['///', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/login?redirect=%2Flogin', '/dashboard'],
])('%j leads to %s', (redirect, path) => {
  expect(returnPath(redirect)).toBe(path);
});
