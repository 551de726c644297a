import { describe, expect, test } from 'vitest';
import { evaluatePassword } from './password-strength.ts';

const ABOUT = ['mira.lindqvist@mail.example', 'Mira Lindqvist', 'Harbour Store'];

test.each([
  'correct horse battery staple',
  'a long enough passphrase',
  'gkq8sj2kfm',
  'Tr0ub4dor&3xyz',
  '!"§$%&/()=?{[]}~#+*-_.:;',
  'ein langer satz mit wörtern',
])('accepts %s', (password) => {
  expect(evaluatePassword(password, ABOUT)).toMatchObject({ problem: null });
});

test.each([
  ['kurz', 'Use at least 10 characters.'],
  ['', 'Use at least 10 characters.'],
  ['x'.repeat(129), 'Use at most 128 characters.'],
  ['password123', 'This password appears in lists of leaked passwords.'],
  ['1234567890', 'This is one of the most common passwords.'],
  ['qwertyuiop', 'This is one of the most common passwords.'],
  ['P@ssw0rd2024', 'This is similar to a leaked password.'],
  ['aaaaaaaaaaaa', 'This repeats one character.'],
  ['abcabcabcabcabc', 'This repeats a few characters.'],
  ['mira.lindqvist@mail.example', 'This contains your name or email, or the store’s name.'],
  ['lindqvist2024', 'This contains your name or email, or the store’s name.'],
  ['HARBOURSTORE', 'This contains your name or email, or the store’s name.'],
  ['letmein-letmein', 'This repeats a few characters.'],
  ['admin.admin.admin', 'This repeats a few characters.'],
])('rejects %j: %s', (password, problem) => {
  const verdict = evaluatePassword(password, ABOUT);
  expect(verdict.problem).toBe(problem);
  expect(verdict.advice.at(-1)).toMatch(/four or more unrelated words/);
});

describe('personal information', () => {
  test('accepts the password for a different person', () => {
    expect(evaluatePassword('kirkegaard harbourmaster', ['someone@else.example']).problem).toBeNull();
  });

  test('ignores short words of an email address', () => {
    expect(evaluatePassword('io of the violet lamps', ['io@a.io']).problem).toBeNull();
  });
});

test('128 characters designed to be slow take less than a second of processor time', () => {
  const before = process.cpuUsage();
  evaluatePassword('p4ssw0rd'.repeat(16), ABOUT);
  evaluatePassword('1!1!aA@4'.repeat(16), ABOUT);
  const { user } = process.cpuUsage(before);
  expect(user / 1_000_000).toBeLessThan(1);
});
