import { expect, test } from 'vitest';
import { codeForStatus, codeForWireStatus, ERROR_STATUS, type ErrorCode, wireStatus } from './errors.ts';

test.each([
  [200, 'ok'],
  [204, 'ok'],
  [299, 'ok'],
  [400, 'invalid-argument'],
  [401, 'unauthenticated'],
  [403, 'permission-denied'],
  [404, 'not-found'],
  [409, 'aborted'],
  [429, 'resource-exhausted'],
  [499, 'cancelled'],
  [501, 'unimplemented'],
  [503, 'unavailable'],
  [504, 'deadline-exceeded'],
  [0, 'internal'],
  [500, 'internal'],
  [302, 'unknown'],
  [418, 'unknown'],
  [502, 'unknown'],
])('reads HTTP status %i as %s', (status, code) => {
  expect(codeForStatus(status)).toBe(code);
});

test('every code survives a round trip', () => {
  for (const code of Object.keys(ERROR_STATUS) as ErrorCode[]) {
    expect(codeForWireStatus(wireStatus(code))).toBe(code);
  }
  expect(wireStatus('permission-denied')).toBe('PERMISSION_DENIED');
});

test('ignores an unknown status', () => {
  for (const status of [undefined, 7, '', 'OK', 'TOSTRING', '__PROTO__']) {
    expect(codeForWireStatus(status)).toBeUndefined();
  }
});
