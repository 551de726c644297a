import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInTheme } from '#test/support/render-component.tsx';
import { speakGerman } from '#test/support/speak-german.ts';
import { FindingCards } from './findings.tsx';

const MANIFEST = {
  rule: 'manifest',
  severity: 'error',
  values: { problem: 'rootElement', name: 'resources' },
  title: 'The manifest can’t be read',
  evidence: 'AndroidManifest.xml: its root element is "resources", not "manifest".',
  fix: 'Rebuild the package.',
} as const;
const SIGNATURE = { rule: 'signature.v2.no-signers', severity: 'error' } as const;

test('shows what is wrong with a package in the language of the page', () => {
  speakGerman();
  renderInTheme(<FindingCards findings={[MANIFEST, { ...SIGNATURE, values: { found: 'noSigners' } }]} />);
  expect(
    screen.getByText('AndroidManifest.xml: Das Wurzelelement ist „resources“, nicht „manifest“.'),
  ).toBeDefined();
  expect(screen.getByText('Die Liste der Signierer ist leer.')).toBeDefined();
});

test('shows the text that an earlier inspection kept', () => {
  speakGerman();
  renderInTheme(<FindingCards findings={[{ ...SIGNATURE, values: { problem: 'Its list is empty.' } }]} />);
  expect(screen.getByText('Its list is empty.')).toBeDefined();
});
