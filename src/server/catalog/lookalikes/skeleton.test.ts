import { describe, expect, test } from 'vitest';
import { idSkeletonOf, idsLookAlike, lettersOf, looksAlike, relatedIds, skeletonOf } from './skeleton.ts';

const alike = (a: string, b: string) => looksAlike(skeletonOf(a), skeletonOf(b));
const idsAlike = (a: string, b: string) => idsLookAlike(idSkeletonOf(a), idSkeletonOf(b));
const bitsApart = (a: string, b: string) =>
  [...lettersOf(a)].filter((bit, at) => bit !== lettersOf(b)[at]).length;

describe('names', () => {
  test.each([
    ['PayPal', 'PayPaI', 'a capital I'],
    ['PayPal', 'Раураl', 'Cyrillic letters'],
    ['Instagram', 'INSTAGRAM', 'capitals'],
    ['Instagram', '1nstagram', 'a digit'],
    ['Google', 'Ｇｏｏｇｌｅ', 'wide letters'],
    ['Google', '𝐆𝐨𝐨𝐠𝐥𝐞', 'mathematical letters'],
    ['Google', 'G00gle', 'zeros'],
    ['Example', 'Exarnple', 'rn for m'],
    ['Signal', 'S i-g.n_a l', 'spaces and punctuation'],
    ['Signal', 'Sig\u200Bnal\u2060', 'invisible characters'],
    ['Signal', '\u202ESignal', 'a mark of direction'],
    ['Signal', 'Sígnäl', 'accents'],
    ['Nike', 'ΝΙΚΕ', 'Greek capitals'],
    ['WeChat', 'WeChat™', 'a sign'],
    ['微信', '微 信', 'Chinese with a space'],
    ['الرسائل', 'الرسائل\u200F', 'Arabic with a mark of direction'],
    ['🎵', '🎵\uFE0F', 'an emoji with a selector'],
    ['👍', '👍🏽', 'an emoji in another skin color'],
  ])('%s and %s have the same skeleton (%s)', (a, b) => {
    expect(skeletonOf(a)).not.toBe('');
    expect(skeletonOf(b)).toBe(skeletonOf(a));
  });

  test.each([
    ['Notes', 'Notez', true],
    ['Telegram', 'Telegarm', true],
    ['Telegram', 'Telegramm', true],
    ['Messenger', 'Mesenger', true],
    ['Messenger', 'Mesengers', true],
    ['Harbour Master', 'Harbor Mastor', true],
    ['Notes', 'Votez', false],
    ['Telegram', 'Telefax', false],
    ['Maps', 'Caps', false],
    ['Mail', 'Main', false],
    ['微信', '微博', false],
    ['🎵', '🎶', false],
    ['Harbour', 'Lighthouse', false],
  ])('%s and %s look alike: %s', (a, b, expected) => {
    expect(alike(a, b)).toBe(expected);
    expect(alike(b, a)).toBe(expected);
  });

  test('of nothing that is seen have no skeleton', () => {
    expect(['', '   ', '\u200B\u200B', '…—!?', '\u2800\u3164'].map(skeletonOf).join('')).toBe('');
  });

  test('are bounded, whatever they are made of', () => {
    const hostile = [
      'm'.repeat(1e6),
      '\u200B'.repeat(1e6),
      'ﷺ'.repeat(1e5),
      'e\u0301'.repeat(1e5),
      '\uD83D'.repeat(1e5),
    ];
    const start = performance.now();
    for (const text of hostile) expect([...skeletonOf(text)].length).toBeLessThanOrEqual(100);
    expect(performance.now() - start).toBeLessThan(2_000);
    const [a, b] = [skeletonOf('ab'.repeat(1e5)), skeletonOf('ba'.repeat(1e5))];
    expect(looksAlike(a, b)).toBe(true);
  });

  test('that differ little have letters that differ in few bits', () => {
    expect(bitsApart('messenger', 'mesenger')).toBeLessThanOrEqual(2);
    expect(bitsApart('messenger', 'massengar')).toBeLessThanOrEqual(4);
    expect(bitsApart('messenger', 'emssenger')).toBe(0);
    expect(bitsApart('messenger', 'lighthouse')).toBeGreaterThan(4);
  });
});

describe('application IDs', () => {
  test.each([
    ['com.example.app', 'com.exarnple.app', true],
    ['com.example.app', 'com.examp1e.app', true],
    ['com.example.app', 'com.exmaple.app', true],
    ['com.example.app', 'com.app.example', true],
    ['com.example.app', 'com.example.app.pro', true],
    ['com.example.app', 'com.example.app.anything', true],
    ['com.example', 'com.example.free', true],
    ['com.example.my_app', 'com.example.my-app', true],
    ['com.example.myapp', 'com.example.my.app', true],
    ['com.Example.App', 'com.example.app', true],
    ['com.example', 'com.example.maps', false],
    ['io.github', 'io.github.alice', false],
    ['com.example.maps', 'com.example.mail', false],
    ['de.fox.app', 'de.box.app', false],
    ['io.github.alice.notes', 'io.github.robert.tasks', false],
    ['org.example.harbour', 'org.sample.harbor', false],
  ])('%s and %s look alike: %s', (a, b, expected) => {
    expect(idsAlike(a, b)).toBe(expected);
    expect(idsAlike(b, a)).toBe(expected);
  });

  test('that extend others are searched for by them, and by their editions', () => {
    const related = relatedIds(idSkeletonOf('com.example.app.pro'));
    expect(related).toContain(idSkeletonOf('com.example.app'));
    expect(related).toContain(idSkeletonOf('com.example.app.pro.free'));
    expect(related).not.toContain('com');
  });
});
