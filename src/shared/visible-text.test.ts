import { describe, expect, test } from 'vitest';
import { hasMark, isVisible, markHidden, withoutHidden } from './visible-text.ts';

describe('is hidden and marked:', () => {
  test.each([
    ['a bidirectional override', '\u202E', 'U+202E'],
    ['a bidirectional isolate', '\u2066', 'U+2066'],
    ['a direction mark', '\u200F', 'U+200F'],
    ['the Arabic letter mark', '\u061C', 'U+061C'],
    ['a zero-width space', '\u200B', 'U+200B'],
    ['a word joiner', '\u2060', 'U+2060'],
    ['a byte order mark', '\uFEFF', 'U+FEFF'],
    ['a joiner between Latin letters', '\u200D', 'U+200D'],
    ['a non-joiner between Latin letters', '\u200C', 'U+200C'],
    ['a soft hyphen', '\u00AD', 'U+00AD'],
    ['a tag character', '\u{E0041}', 'U+E0041'],
    ['a variation of a Latin letter', '\uFE0F', 'U+FE0F'],
    ['the Hangul filler', '\u3164', 'U+3164'],
    ['a Hangul initial filler', '\u115F', 'U+115F'],
    ['a Hangul medial filler', '\u1160', 'U+1160'],
    ['the half-width Hangul filler', '\uFFA0', 'U+FFA0'],
    ['the blank of Braille', '\u2800', 'U+2800'],
    ['a line feed', '\n', 'U+000A'],
    ['a line separator', '\u2028', 'U+2028'],
    ['a control character', '\u0000', 'U+0000'],
    ['half a surrogate pair', '\uD83D', 'U+D83D'],
    ['a noncharacter', '\uFFFE', 'U+FFFE'],
    ['an object replacement', '\uFFFC', 'U+FFFC'],
  ])('%s', (_, character, code) => {
    const name = `Har${character}bour`;
    expect(isVisible(name)).toBe(false);
    expect(markHidden(name)).toBe(`Har⟨${code}⟩bour`);
    expect(hasMark(markHidden(name))).toBe(true);
    expect(isVisible(markHidden(name))).toBe(true);
    expect(isVisible(withoutHidden(name))).toBe(true);
  });

  test.each([
    ['a digit with a variation that makes no keycap', '1\uFE0F2'],
    ['a joiner behind an emoji', '⛵\u200DHarbour'],
    ['tags of no flag', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0078}\u{E007F}'],
    ['a non-joiner behind an Arabic letter that doesn’t join', 'دا\u200Cن'],
    ['a joiner between Arabic letters', 'س\u200Dل'],
    ['two non-joiners', 'می\u200C\u200Cخواهم'],
  ])('%s', (_, name) => expect(isVisible(name)).toBe(false));
});

test.each([
  ['spaces, also the French one', 'Marée\u00A0!'],
  ['accents, also combining ones', 'Häfen e\u0301'],
  ['Hebrew and Arabic', 'נמל ميناء'],
  ['Persian with a non-joiner', 'می\u200Cخواهم کتاب\u200Cها'],
  ['a Persian abbreviation', 'ه\u200D.ش'],
  ['Hindi with a joiner and a non-joiner', 'क्\u200Dष क्\u200Cष'],
  ['Bengali', 'র\u200D্যাব'],
  ['Sinhala', 'ශ්\u200Dරී'],
  ['Malayalam', 'ന്\u200D'],
  ['Mongolian', 'ᠪ\u180B'],
  ['a variation of an ideograph', '葛\u{E0100}飾'],
  ['a family', '👨\u200D👩\u200D👧'],
  ['a doctor with a skin tone', '👩🏽\u200D⚕\uFE0F'],
  ['red hair', '👨\u200D🦰'],
  ['a rainbow flag', '🏳\uFE0F\u200D🌈'],
  ['a heart', '❤\uFE0F'],
  ['a keycap', '1\uFE0F\u20E3'],
  ['the flag of Scotland', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
  ['a flag of a country', '🇫🇷'],
])('%s stay', (_, name) => {
  expect(isVisible(name)).toBe(true);
  expect(markHidden(name)).toBe(name);
  expect(withoutHidden(name)).toBe(name);
});

test('line breaks become spaces where hidden characters are removed', () => {
  expect(withoutHidden('Tide \r\n tables\u200B')).toBe('Tide tables');
});

test('is fast for a text of nothing else', () => {
  const before = process.cpuUsage();
  for (const text of ['\u200C', 'م\u0651', '👨\u200D', '\u{E0067}']) isVisible(text.repeat(5_000));
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
});
