import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { inspectFixture } from '#test/support/fixtures.ts';
import { bytesSource } from './byte-source.ts';
import { packageFactsSchema, signatureFactsSchema } from './facts.ts';
import { inspectPackage } from './inspect.ts';
import { describeFinding } from './rules/catalogue.ts';

describe('an APK', () => {
  test('agrees with aapt dump badging', async () => {
    const { package: facts, findings } = await inspectFixture('plain.apk');
    expect(findings).toEqual([]);
    expect(facts).toMatchObject({
      platform: 'android',
      applicationId: 'org.example.harbour',
      versionCode: 1,
      versionName: '1.0',
      label: 'Harbour',
      labels: { de: 'Hafen', 'pt-BR': 'Porto' },
      minSdk: 24,
      targetSdk: 34,
      permissions: [
        { name: 'android.permission.INTERNET' },
        { name: 'android.permission.WRITE_EXTERNAL_STORAGE', maxSdkVersion: 28 },
      ],
      features: [{ name: 'android.hardware.camera', required: false }],
      abis: ['arm64-v8a', 'x86_64'],
      debuggable: false,
      testOnly: false,
      hasInstrumentation: false,
      split: null,
      size: 8851,
    });
    expect(packageFactsSchema.parse(facts)).toEqual(facts);
  });

  test('uses the densest bitmap even after an adaptive icon', async () => {
    const { icon } = await inspectFixture('plain.apk');
    expect(icon?.type).toBe('image/png');
    const header = new DataView(icon?.bytes.slice().buffer ?? new ArrayBuffer());
    expect([header.getUint32(16), header.getUint32(20)]).toEqual([144, 144]);
  });

  test('reads flags, the next version and an added permission', async () => {
    expect((await inspectFixture('debuggable.apk')).package).toMatchObject({
      debuggable: true,
      testOnly: false,
    });
    expect((await inspectFixture('test-only.apk')).package).toMatchObject({
      debuggable: false,
      testOnly: true,
    });
    expect((await inspectFixture('next.apk')).package).toMatchObject({ versionCode: 2, versionName: '1.1' });
    const { package: facts } = await inspectFixture('added-permission.apk');
    expect(facts).toMatchObject({
      permissions: expect.arrayContaining([{ name: 'android.permission.CAMERA' }]),
    });
  });
});

describe('signatures', () => {
  test.each([
    ['plain.apk', { verified: true, schemes: { v1: false, v2: true, v3: true, v31: false } }],
    ['v1-only.apk', { verified: true, schemes: { v1: true, v2: false, v3: false, v31: false } }],
    ['unsigned.apk', { verified: false, signers: [] }],
    ['corrupted.apk', { verified: false, signers: [] }],
  ])('%s', async (name, expected) => {
    const { signature } = await inspectFixture(name);
    expect(signature).toMatchObject(expected);
    expect(signatureFactsSchema.parse(signature)).toEqual(signature);
  });

  test('a rotation lists the old and the new signer', async () => {
    const [before] = (await inspectFixture('plain.apk')).signature.signers;
    const { signers, lineage } = (await inspectFixture('rotated-signer.apk')).signature;
    expect(signers).not.toContain(before);
    expect(lineage.map(({ sha256 }) => sha256)).toEqual([before, ...signers]);
  });

  test('are verified for the requested SDK range', async () => {
    const old = await inspectFixture('plain.apk', { minSdk: 21, maxSdk: 23 });
    expect(old.signature.verified).toBe(false);
    expect((await inspectFixture('v1-only.apk', { maxSdk: 23 })).signature.verified).toBe(true);
  });
});

describe('hostile and damaged files result in a finding', () => {
  test.each([
    ['truncated.apk', 'unreadable'],
    ['duplicate-entries.apk', 'zip-duplicates'],
    ['leading-bytes.apk', 'zip-leading-bytes'],
    ['zip-bomb.apk', 'zip-bomb'],
    ['manifest-bomb.apk', 'zip-bomb'],
  ])('%s: %s', async (name, rule) => {
    const { findings } = await inspectFixture(name);
    expect(findings).toContainEqual(expect.objectContaining({ rule, severity: 'error' }));
  });

  test.each([
    ['nothing at all', new Uint8Array(), 'Upload the .apk or .ipa that the build produced, complete'],
    [
      'some text',
      strToU8('This is no package.'),
      'Upload the .apk or .ipa that the build produced, complete',
    ],
    ['a zip of something else', zipSync({ 'readme.txt': strToU8('hello') }), 'not a ZIP around it'],
    ['an app bundle', zipSync({ 'BundleConfig.pb': new Uint8Array() }), 'assembleRelease'],
    ['an archive of APKs', zipSync({ 'base.apk': new Uint8Array() }), 'Upload one APK'],
    [
      'an app in a folder',
      zipSync({ 'out/Payload/A.app/Info.plist': new Uint8Array() }),
      'Compress the folder Payload itself',
    ],
    ['a manifest that is text', zipSync({ 'AndroidManifest.xml': strToU8('<manifest/>') }), 'Rebuild'],
  ])('%s cannot be read, with a reason and a fix', async (_, bytes, fix) => {
    const { package: facts, findings, icon } = await inspectPackage(bytesSource(bytes));
    expect(facts).toBeNull();
    expect(icon).toBeNull();
    expect(findings.map(describeFinding)[0]).toMatchObject({
      severity: 'error',
      fix: expect.stringContaining(fix),
    });
  });

  test('rejects when the source cannot be read', async () => {
    const failing = { size: 1000, read: () => Promise.reject(new Error('disk')) };
    await expect(inspectPackage(failing)).rejects.toThrow('disk');
  });
});

test('reads an IPA’s property lists', async () => {
  const { package: facts, findings, icon } = await inspectFixture('harbour.ipa');
  expect(findings).toEqual([]);
  expect(facts).toMatchObject({
    platform: 'ios',
    applicationId: 'org.example.harbour',
    buildVersion: '1',
    versionName: '1.0',
    label: 'Harbour',
    labels: { de: 'Hafen' },
    minimumOs: '15.0',
    deviceFamilies: ['iphone', 'ipad'],
    usageTexts: { NSCameraUsageDescription: 'Harbour takes photos of ships.' },
    profile: {
      name: 'Harbour Distribution',
      teamId: 'HARB0UR123',
      expiresAt: '2070-01-01T00:00:00.000Z',
      allDevices: true,
    },
    entitlements: { 'application-identifier': 'HARB0UR123.org.example.harbour', 'get-task-allow': false },
    entitlementsFrom: 'codeSignature',
    extensions: [{ applicationId: 'org.example.harbour.tides', point: 'com.apple.widgetkit-extension' }],
    extensionEntitlements: ['com.apple.security.application-groups'],
    extensionUsageTexts: { NSLocationWhenInUseUsageDescription: 'Tides shows the tide where you are.' },
    architectures: ['arm64'],
    encrypted: false,
    debuggable: false,
  });
  expect(packageFactsSchema.parse(facts)).toEqual(facts);
  expect(icon?.type).toBe('image/png');
});
