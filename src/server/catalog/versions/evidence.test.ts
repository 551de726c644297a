import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import { readFixture } from '#test/support/fixtures.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { speakGerman } from '#test/support/speak-german.ts';
import { uploadVersion } from '#test/support/uploads.ts';

/* What is wrong with a package, for programs, for readers of English, and for those of another language. */

let server: TestServer;
let owner: Person;
const appIds = { android: '', ios: '' };
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.onboard('owner@example.org');
  for (const platform of ['android', 'ios'] as const) {
    const { app } = await owner.call('apps.create', {
      platform,
      applicationId: 'org.example.harbour',
      name: 'Harbour',
    });
    appIds[platform] = app.id;
  }
});
afterAll(() => server[Symbol.asyncDispose]());

/** Asks for a version as a browser whose reader speaks German, and returns its finding of a rule. */
async function readFinding(versionId: string, rule: string) {
  const response = await fetch(`${server.url}us-central1/versions.get`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${owner.token}`,
      'Accept-Language': 'de',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ data: { versionId } }),
  });
  const { result } = (await response.json()) as {
    result: { version: Awaited<ReturnType<typeof uploadVersion>> };
  };
  return result.version.findings.find((finding) => finding.rule === rule);
}

const NOT_XML = strToU8('<manifest package="org.example.harbour"/>');
const info = (content: string) => strToU8(`<plist version="1.0"><dict>${content}</dict></plist>`);
const apk = (manifest: Uint8Array) => zipSync({ 'AndroidManifest.xml': manifest });
const ipa = (files: Record<string, Uint8Array>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`Payload/A.app/${name}`, bytes])));
const IDENTIFIER = '<key>CFBundleIdentifier</key><string>org.example.harbour</string>';

/** Returns a package of one file whose deflated data is damaged. */
function withDamagedData(): Uint8Array {
  const bytes = zipSync({ 'AndroidManifest.xml': [strToU8('x'.repeat(1_000)), { level: 9 }] });
  bytes.fill(0xff, 30 + 'AndroidManifest.xml'.length, 30 + 'AndroidManifest.xml'.length + 4);
  return bytes;
}

describe('what is wrong is kept as values, sent in English and shown in German', () => {
  test.each([
    {
      of: 'a ZIP',
      platform: 'android',
      bytes: readFixture('truncated.apk'),
      rule: 'unreadable',
      values: { found: 'noEndRecord' },
      english: /^It has no ZIP end record in its last \d+ bytes/,
      german: /^In den letzten \d+ Bytes gibt es kein ZIP-Ende/,
    },
    {
      of: 'data in a ZIP',
      platform: 'android',
      bytes: withDamagedData(),
      rule: 'zip-entry',
      values: { found: 'damaged', file: 'AndroidManifest.xml' },
      english: 'AndroidManifest.xml: its compressed data is damaged.',
      german: 'AndroidManifest.xml: Die komprimierten Daten sind beschädigt.',
    },
    {
      of: 'a manifest',
      platform: 'android',
      bytes: apk(NOT_XML),
      rule: 'manifest',
      values: { problem: 'chunkSize', at: 0, bytes: 1_936_025_193, left: NOT_XML.length },
      english: `AndroidManifest.xml: the chunk at byte 0 declares 1936025193 bytes but has ${NOT_XML.length}.`,
      german: `AndroidManifest.xml: Der Abschnitt an Byte 0 nennt 1936025193 Bytes, hat aber ${NOT_XML.length}.`,
    },
    {
      of: 'a manifest that ends too early',
      platform: 'android',
      bytes: apk(Uint8Array.of(3, 0, 8)),
      rule: 'manifest',
      values: { problem: 'outOfBounds' },
      english: 'AndroidManifest.xml: it refers to bytes that it hasn’t got.',
      german: 'AndroidManifest.xml: Die Datei verweist auf Bytes, die sie nicht hat.',
    },
    {
      of: 'a manifest, in a finding about the signature',
      platform: 'android',
      bytes: withDamagedData(),
      rule: 'signature.no-manifest',
      values: { found: 'manifestEntry', problem: 'damaged', file: 'AndroidManifest.xml' },
      english: 'AndroidManifest.xml can’t be read: AndroidManifest.xml: its compressed data is damaged.',
      german:
        'AndroidManifest.xml ist nicht lesbar: AndroidManifest.xml: Die komprimierten Daten sind beschädigt.',
    },
    {
      of: 'a signature',
      platform: 'android',
      bytes: readFixture('corrupted.apk'),
      rule: 'signature.v3.digest-mismatch',
      values: { found: 'contents', digest: 'chunked-sha256' },
      english: /^The chunked-sha256 of the contents is [0-9a-f]{64}, but [0-9a-f]{64} was signed\.$/,
      german: /^chunked-sha256 des Inhalts ist [0-9a-f]{64}, signiert wurde aber [0-9a-f]{64}\.$/,
    },
    {
      of: 'a property list',
      platform: 'ios',
      bytes: ipa({ 'Info.plist': info('<string>x</string>') }),
      rule: 'plist',
      values: { found: 'damaged', file: 'Info.plist', problem: 'missingKey' },
      english: 'Info.plist: a dictionary has a value without a key.',
      german: 'Info.plist: Ein Dictionary hat einen Wert ohne Schlüssel.',
    },
    {
      of: 'a profile',
      platform: 'ios',
      bytes: ipa({ 'Info.plist': info(IDENTIFIER), 'embedded.mobileprovision': strToU8('0') }),
      rule: 'ipa-part',
      values: { found: 'file', file: 'embedded.mobileprovision', problem: 'derCutOff' },
      english: 'embedded.mobileprovision: Value is cut off.',
      german: 'embedded.mobileprovision: Ein Wert ist abgeschnitten.',
    },
    {
      of: 'an executable',
      platform: 'ios',
      bytes: ipa({
        'Info.plist': info(`${IDENTIFIER}<key>CFBundleExecutable</key><string>A</string>`),
        A: Uint8Array.of(0xcf, 0xfa, 0xed, 0xfe, 12, 0, 0, 1),
      }),
      rule: 'ipa-part',
      values: { found: 'executable', problem: 'outOfBounds' },
      english: 'The executable: it refers to bytes that it hasn’t got.',
      german: 'Das Programm: Die Datei verweist auf Bytes, die sie nicht hat.',
    },
  ] as const)('of $of', async ({ platform, bytes, rule, values, english, german }) => {
    const { id } = await uploadVersion(owner, appIds[platform], bytes);
    const finding = await readFinding(id, rule);
    expect(finding).toMatchObject({ values, evidence: expect.stringMatching(english) });
    speakGerman();
    expect(finding && describeFinding(finding).evidence).toMatch(german);
  });
});

test('names from a package are safe among the values', async () => {
  const key = `\u202e\u0000${'x'.repeat(200)}`;
  const twice = `<key>${key.replace('\0', '&#0;')}</key><true/>`;
  const { id } = await uploadVersion(owner, appIds.ios, ipa({ 'Info.plist': info(twice + twice) }));
  const finding = await readFinding(id, 'ipa-ambiguous');
  expect(finding).toMatchObject({ values: { found: 'plist', problem: 'repeatedKey' } });
  const shown = String(finding?.values?.['key']);
  expect(shown).toMatch(/^"⟨U\+202E⟩\\u0000x+/);
  expect(shown.length).toBeLessThan(150);
  expect(finding?.evidence).toBe(`Info.plist: the key ${shown} occurs twice.`);
});

test('the findings of an earlier inspection keep the text that they came with', async () => {
  const { id } = await uploadVersion(owner, appIds.android, apk(NOT_XML));
  const kept = [
    { rule: 'manifest', values: { problem: 'it isn’t compiled XML' } },
    { rule: 'resources', values: { found: 'table', problem: 'it has more than 5 chunks' } },
    { rule: 'ipa-part', values: { file: 'The executable', problem: 'Value is cut off' } },
    { rule: 'signature.v2.malformed', values: { problem: 'A signer has no signatures.' } },
    { rule: 'signature.v3.malformed', title: 'An old title', evidence: 'An old text.', fix: 'Old steps.' },
  ].map((finding) => ({ ...finding, severity: 'error' }));
  await server.context.pool.query('UPDATE versions SET findings = $2 WHERE id = $1', [
    id,
    JSON.stringify(kept),
  ]);
  const { version } = await owner.call('versions.get', { versionId: id });
  const evidence = [
    'AndroidManifest.xml: it isn’t compiled XML.',
    'resources.arsc: it has more than 5 chunks.',
    'The executable: Value is cut off.',
    'A signer has no signatures.',
    'An old text.',
  ];
  expect(version.findings.map((finding) => finding.evidence)).toEqual(evidence);
  speakGerman();
  expect(version.findings.map((finding) => describeFinding(finding).evidence)).toEqual(evidence);
});
