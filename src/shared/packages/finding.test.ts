import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setCatalog } from '../languages/translate.ts';
import { cutEvidence, findingTitle } from './finding.ts';
import { MAX_EVIDENCE_LENGTH } from './limits.ts';

const GERMAN = {
  'The package is not signed': 'Das Paket ist nicht signiert',
  "The '{'scheme'}' signature is malformed": "Die '{'scheme'}'-Signatur ist fehlerhaft",
  'The v3 signature declares a key rotation that’s missing': 'Der Schlüsselwechsel der v3-Signatur fehlt',
};

beforeEach(() => {
  const de = Object.fromEntries(
    Object.entries(GERMAN).map(([key, text]) => [key, compileMessage(text)] as const),
  );
  setCatalog(
    Object.assign(setupI18n({ locale: 'de', messages: { de }, missing: () => '' }), { serverKeys: [] }),
  );
});

afterEach(() => setCatalog(null));

test.each([
  ['The package is not signed', 'Das Paket ist nicht signiert'],
  ['The v3.1 signature is malformed', 'Die v3.1-Signatur ist fehlerhaft'],
  ['The v2 signature is malformed', 'Die v2-Signatur ist fehlerhaft'],
  ['The v3 signature declares a key rotation that’s missing', 'Der Schlüsselwechsel der v3-Signatur fehlt'],
  ['The v2 signature has no signer', 'The v2 signature has no signer'],
])('translates the title “%s”', (title, german) => {
  expect(findingTitle({ title })).toBe(german);
  setCatalog(null);
  expect(findingTitle({ title })).toBe(title);
});

test('evidence that is cut within a pair of surrogates can be stored', () => {
  const cut = cutEvidence(`x${'\u{1f600}'.repeat(MAX_EVIDENCE_LENGTH)}`);
  expect(cut.isWellFormed()).toBe(true);
  expect(cut).toHaveLength(MAX_EVIDENCE_LENGTH + 1);
});
