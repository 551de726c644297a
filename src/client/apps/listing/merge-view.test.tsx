import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { speakGerman } from '#test/support/speak-german.ts';
import { MergeView } from './merge-view.tsx';
import type { Editing } from './use-autosave.ts';

test.each([
  ['English', '(empty)'],
  ['German', '(leer)'],
])('says in %s that a side is empty', (language, text) => {
  if (language === 'German') speakGerman();
  const editing = {
    value: { summary: '' },
    base: { value: { summary: 'Before' } },
    theirs: { value: { summary: 'Maps for hikers' } },
  } as unknown as Editing<{ summary: string }>;
  render(<MergeView labels={{ summary: 'Summary' }} editing={editing} />);
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByText('Maps for hikers')).toBeDefined();
});
