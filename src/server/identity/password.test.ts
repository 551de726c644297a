import { expect, test } from 'vitest';
import { setPasswordCost } from '#test/support/password-cost.ts';
import { hashPassword, verifyPassword } from './password.ts';

test('a password matches only its own hash', async () => {
  setPasswordCost('production');
  const hash = await hashPassword('correct horse battery');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(hash).not.toBe(await hashPassword('correct horse battery'));
  expect(await verifyPassword({ hash, password: 'correct horse battery' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'correct horse batterz' })).toBe(false);
  expect(await verifyPassword({ hash, password: '' })).toBe(false);
});

test('an unreadable hash matches no password', async () => {
  for (const hash of ['', 'plain', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=1,t=1,p=1$$']) {
    expect(await verifyPassword({ hash, password: 'x' })).toBe(false);
  }
});
