import { expect, test } from 'vitest';
import type { AndroidFacts } from '#shared/packages/facts.ts';
import { buildEntry, buildIndex, type PublishedApp, type PublishedVersion } from './index.ts';

const repository = { name: 'Harbour', address: 'https://hub.example.org/fdroid/repo', timestamp: 5000 };

const facts: AndroidFacts = {
  platform: 'android',
  applicationId: 'org.example.tides',
  versionCode: 7,
  versionName: '1.7',
  label: 'Tides',
  labels: {},
  minSdk: 24,
  targetSdk: 35,
  permissions: [],
  features: [],
  abis: [],
  debuggable: false,
  testOnly: false,
  hasInstrumentation: false,
  split: null,
  requiresSplits: false,
  size: 900,
  iconSha256: null,
};

const version: PublishedVersion = {
  sha256: 'aa'.repeat(32),
  size: 900,
  publishedAt: new Date(2000),
  package: facts,
  signers: ['cc'.repeat(32)],
  icon: null,
};

const app: PublishedApp = {
  applicationId: 'org.example.tides',
  name: 'Tide Tables',
  summary: null,
  authorName: null,
  versions: [version],
};

const manifestOf = (changed: Partial<AndroidFacts>, signers = version.signers) => {
  const versions = [{ ...version, signers, package: { ...facts, ...changed } }];
  const { packages } = buildIndex(repository, [{ ...app, versions }]);
  return packages['org.example.tides']?.versions[version.sha256]?.manifest;
};

test('a store without apps is a repository without packages', () => {
  expect(buildIndex(repository, [])).toEqual({
    repo: {
      name: { 'en-US': 'Harbour' },
      description: {
        'en-US': 'The Android apps of Harbour. Each version is inspected before it is published.',
      },
      address: 'https://hub.example.org/fdroid/repo',
      timestamp: 5000,
    },
    packages: {},
  });
});

test('an app says only what is known of it', () => {
  expect(buildIndex(repository, [app]).packages).toEqual({
    'org.example.tides': {
      metadata: { added: 2000, lastUpdated: 2000, name: { 'en-US': 'Tide Tables' } },
      versions: {
        ['aa'.repeat(32)]: {
          added: 2000,
          file: { name: '/org.example.tides_7.apk', sha256: 'aa'.repeat(32), size: 900 },
          manifest: {
            versionName: '1.7',
            versionCode: 7,
            usesSdk: { minSdkVersion: 24, targetSdkVersion: 35 },
            signer: { sha256: ['cc'.repeat(32)] },
          },
        },
      },
    },
  });
});

test('an app was added with its first publication and updated with its last, and shows its newest icon', () => {
  const newest = {
    ...version,
    sha256: 'bb'.repeat(32),
    publishedAt: new Date(3000),
    icon: { sha256: 'dd'.repeat(32), extension: 'png' },
  };
  const older = { ...version, icon: { sha256: 'ee'.repeat(32), extension: 'png' } };
  const listed = {
    ...app,
    summary: 'High and low water',
    authorName: 'Harbour Works',
    versions: [newest, older],
  };
  const { packages } = buildIndex(repository, [listed]);
  expect(packages['org.example.tides']?.metadata).toEqual({
    added: 2000,
    lastUpdated: 3000,
    name: { 'en-US': 'Tide Tables' },
    summary: { 'en-US': 'High and low water' },
    authorName: 'Harbour Works',
    icon: {
      'en-US': {
        name: '/org.example.tides/en-US/icon_3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d0.png',
        sha256: 'dd'.repeat(32),
      },
    },
  });
  expect(Object.keys(packages['org.example.tides']?.versions ?? {})).toEqual([
    'bb'.repeat(32),
    'aa'.repeat(32),
  ]);
});

test('a manifest tells a client on which devices the version runs', () => {
  const manifest = manifestOf({
    maxSdk: 36,
    permissions: [
      { name: 'android.permission.INTERNET' },
      { name: 'android.permission.CAMERA', maxSdkVersion: 30 },
    ],
    features: [
      { name: 'android.hardware.camera', required: true },
      { name: 'android.hardware.nfc', required: false },
    ],
    abis: ['arm64-v8a', 'x86_64'],
  });
  expect(manifest).toMatchObject({
    maxSdkVersion: 36,
    usesPermission: [
      { name: 'android.permission.INTERNET' },
      { name: 'android.permission.CAMERA', maxSdkVersion: 30 },
    ],
    features: [{ name: 'android.hardware.camera' }],
    nativecode: ['arm64-v8a', 'x86_64'],
  });
  expect(manifest?.features).toHaveLength(1);
});

test('several signers are said to be several', () => {
  const signers = ['01'.repeat(32), '02'.repeat(32)];
  expect(manifestOf({}, signers)?.signer).toEqual({ sha256: signers, hasMultipleSigners: true });
});

test('the entry names the index', () => {
  expect(buildEntry(5000, { sha256: 'ab'.repeat(32), size: 1234, numPackages: 2 })).toEqual({
    timestamp: 5000,
    version: 20002,
    index: { name: '/index-v2.json', sha256: 'ab'.repeat(32), size: 1234, numPackages: 2 },
    diffs: {},
  });
});
