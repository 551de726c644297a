import { expect, test } from 'vitest';
import { decryptAtRest, encryptAtRest } from '../../platform/secrets/encryption.ts';

const lock = { secret: 'a secret that is long enough for this', name: 'fdroid' };
const bytes = Buffer.from('the private key');

test('decrypts with the same secret and name', () => {
  expect(decryptAtRest(encryptAtRest(bytes, lock), lock)).toEqual(bytes);
  expect(decryptAtRest(encryptAtRest(Buffer.alloc(0), lock), lock)).toEqual(Buffer.alloc(0));
});

test('encrypts the same bytes differently each time', () => {
  expect(encryptAtRest(bytes, lock)).not.toBe(encryptAtRest(bytes, lock));
});

test.each([
  ['another secret', { ...lock, secret: 'another secret that is long enough' }],
  ['another name', { ...lock, name: 'altstore' }],
])('it does not open with %s', (_, other) => {
  const text = encryptAtRest(bytes, lock);
  expect(() => decryptAtRest(text, other)).toThrow('unable to authenticate');
});

test('rejects any changed or missing byte', () => {
  const whole = Buffer.from(encryptAtRest(bytes, lock), 'base64');
  for (let at = 0; at < whole.length; at++) {
    const changed = Buffer.from(whole);
    changed.writeUInt8((whole[at] ?? 0) ^ 1, at);
    expect(() => decryptAtRest(changed.toString('base64'), lock)).toThrow(/authenticat|initialization/);
    expect(() => decryptAtRest(whole.subarray(0, at).toString('base64'), lock)).toThrow(
      /authenticat|initialization/,
    );
  }
});
