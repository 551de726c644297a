import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInTheme } from '#test/support/render-component.tsx';
import { TextDiff } from './text-diff.tsx';

const LABELS = { before: 'Published', after: 'Submitted' };

/** Returns the marked words of both sides, and the whole texts. */
function show(before: string, after: string, lang = 'en') {
  renderInTheme(<TextDiff {...{ before, after }} language={{ lang, dir: 'ltr' }} labels={LABELS} />);
  const textBelow = (label: string) => screen.getByText(label).nextElementSibling;
  const [old, next] = [textBelow(LABELS.before), textBelow(LABELS.after)];
  const marked = (side: Element | null, mark: string) =>
    [...(side?.querySelectorAll(mark) ?? [])].map(({ textContent }) => textContent);
  return {
    removed: marked(old, 'del'),
    added: marked(next, 'ins'),
    texts: [old?.textContent, next?.textContent],
    language: old?.getAttribute('lang'),
  };
}

test('marks the words that differ on each side', () => {
  const { removed, added, texts } = show('Tides of the harbour', 'Tides of the world');
  expect([removed, added]).toEqual([['harbour'], ['world']]);
  expect(texts).toEqual(['Tides of the harbour', 'Tides of the world']);
});

test('says that a side is empty', () => {
  expect(show('', 'New text').texts).toEqual(['Empty', 'New text']);
});

test('marks nothing in equal texts', () => {
  expect(show('Same', 'Same')).toMatchObject({ removed: [], added: [] });
});

test.each([
  ['emoji of several code points', 'Family 👩‍👩‍👧‍👦 first', 'Family 👩‍👩‍👧 first'],
  ['text from right to left', 'مرحبا بالعالم', 'مرحبا بالجميع'],
  ['markup', '<b>bold</b> & more', '<i>bold</i> & more'],
  ['a word of 4,000 letters', 'x'.repeat(4_000), `${'x'.repeat(3_999)}y`],
])('shows %s unchanged', (_, before, after) => {
  const { removed, added, texts } = show(before, after, 'ar');
  expect(texts).toEqual([before, after]);
  expect(removed.length).toBeGreaterThan(0);
  expect(added.length).toBeGreaterThan(0);
});

test.each([
  ['emoji', 'Family 👩‍👩‍👧‍👦!', 'Family 👩‍👩‍👧!', ['👩‍👩‍👧‍👦'], ['👩‍👩‍👧']],
  ['letters with their marks', 'नमस्ते दुनिया', 'नमस्ता दुनिया', ['नमस्ते'], ['नमस्ता']],
])('marks whole %s', (_, before, after, removed, added) => {
  expect(show(before, after)).toMatchObject({ removed, added });
});

test('says the language of the texts', () => {
  expect(show('Hallo', 'Tschüs', 'de-DE').language).toBe('de-DE');
});
