import { describe, expect, test } from 'vitest';
import { judgePassword } from './strength.ts';

const ABOUT = ['mira.lindqvist@mail.example', 'Mira Lindqvist', 'Harbour Store'];

test.each([
  'correct horse battery staple',
  'a long enough passphrase',
  'gkq8sj2kfm',
  'Tr0ub4dor&3xyz',
  '!"§$%&/()=?{[]}~#+*-_.:;',
  'ein langer satz mit wörtern',
])('%s is taken', (password) => {
  expect(judgePassword(password, ABOUT)).toMatchObject({ problem: null });
});

test.each([
  ['kurz', 'Use at least 10 characters.'],
  ['', 'Use at least 10 characters.'],
  ['x'.repeat(129), 'Use at most 128 characters.'],
  ['password123', 'This password is on lists of leaked passwords.'],
  ['1234567890', 'This is one of the passwords that people use most.'],
  ['qwertyuiop', 'This is one of the passwords that people use most.'],
  ['P@ssw0rd2024', 'This is close to a password that is on lists of leaked ones.'],
  ['aaaaaaaaaaaa', 'This repeats one character.'],
  ['abcabcabcabcabc', 'This repeats a few characters.'],
  ['mira.lindqvist@mail.example', 'This holds your own name or address, or that of the store.'],
  ['lindqvist2024', 'This holds your own name or address, or that of the store.'],
  ['HARBOURSTORE', 'This holds your own name or address, or that of the store.'],
  ['letmein-letmein', 'This repeats a few characters.'],
  ['admin.admin.admin', 'This repeats a few characters.'],
])('%j is refused: %s', (password, problem) => {
  const verdict = judgePassword(password, ABOUT);
  expect(verdict.problem).toBe(problem);
  expect(verdict.advice.at(-1)).toMatch(/four or more words/);
});

describe('what the words are about', () => {
  test('the same password is fine for somebody else', () => {
    expect(judgePassword('kirkegaard harbourmaster', ['someone@else.example']).problem).toBeNull();
  });

  test('short words of an address are no reason to refuse', () => {
    expect(judgePassword('io of the violet lamps', ['io@a.io']).problem).toBeNull();
  });
});

test('128 characters made to be slow take less than a second of the processor', () => {
  const before = process.cpuUsage();
  judgePassword('p4ssw0rd'.repeat(16), ABOUT);
  judgePassword('1!1!aA@4'.repeat(16), ABOUT);
  const { user } = process.cpuUsage(before);
  expect(user / 1_000_000).toBeLessThan(1);
});
