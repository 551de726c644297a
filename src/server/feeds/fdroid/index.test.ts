import { expect, test } from 'vitest';
import type { AndroidFacts } from '#shared/packages/facts.ts';
import {
  buildEntry,
  type PublishedApp,
  type PublishedVersion,
  type Repository,
  renderApp,
  renderFrame,
  renderRepository,
} from './index.ts';

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
  versionId: 'version-1',
  sha256: 'aa'.repeat(32),
  size: 900,
  publishedAt: new Date(2000),
  package: facts,
  signers: ['cc'.repeat(32)],
  icon: null,
};

const app: PublishedApp = {
  appId: 'app-1',
  applicationId: 'org.example.tides',
  name: 'Tide Tables',
  summary: null,
  authorName: null,
  versions: [version],
};

function buildIndex(about: Repository, apps: readonly PublishedApp[]) {
  const { start, end } = renderFrame(
    renderRepository(about, { categories: new Set(), hasBeta: false, antiFeatures: [] }),
  );
  return JSON.parse(`${start}${apps.map(renderApp).join(',')}${end}`);
}

const manifestOf = (changed: Partial<AndroidFacts>, signers = version.signers) => {
  const versions = [{ ...version, signers, package: { ...facts, ...changed } }];
  const { packages } = buildIndex(repository, [{ ...app, versions }]);
  return packages['org.example.tides']?.versions[version.sha256]?.manifest;
};

test('renders a store without apps as a repository without packages', () => {
  expect(buildIndex(repository, [])).toEqual({
    repo: {
      name: { 'en-US': 'Harbour' },
      description: {
        'en-US': 'Android apps from Harbour. Every version is inspected before it’s published.',
      },
      icon: {
        'en-US': {
          name: expect.stringMatching(/^\/icons\/[0-9a-f]{64}\.png$/),
          sha256: expect.any(String),
          size: expect.any(Number),
        },
      },
      address: 'https://hub.example.org/fdroid/repo',
      timestamp: 5000,
    },
    packages: {},
  });
});

test('shows the store’s tagline and logo', () => {
  const sha256 = 'ab'.repeat(32);
  const { repo } = buildIndex(
    { ...repository, tagline: 'Apps for the harbour', logo: { sha256, size: 700 } },
    [],
  );
  expect(repo.icon).toEqual({ 'en-US': { name: `/icons/${sha256}.png`, sha256, size: 700 } });
  expect(repo.description['en-US']).toBe(
    'Apps for the harbour\nAndroid apps from Harbour. Every version is inspected before it’s published.',
  );
});

test('omits unknown fields of an app', () => {
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

test('dates an app by its first and last publication, and uses its newest icon', () => {
  const newest = {
    ...version,
    sha256: 'bb'.repeat(32),
    publishedAt: new Date(3000),
    icon: { sha256: 'dd'.repeat(32), extension: 'png', size: 800 },
  };
  const older = { ...version, icon: { sha256: 'ee'.repeat(32), extension: 'png', size: null } };
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
        size: 800,
      },
    },
  });
  expect(Object.keys(packages['org.example.tides']?.versions ?? {})).toEqual([
    'bb'.repeat(32),
    'aa'.repeat(32),
  ]);
});

test('lists the supported devices in the manifest', () => {
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

test('lists permissions of Android 6 and later on their own, and those that Android adds with what they follow from', () => {
  const name = (permission: string) => ({ name: `android.permission.${permission}` });
  const manifest = manifestOf({
    targetSdk: 32,
    permissions: [{ ...name('WRITE_EXTERNAL_STORAGE'), maxSdkVersion: 28 }],
    permissionsSdk23: [name('ACCESS_FINE_LOCATION')],
    // What an earlier release of Quayside stored.
    impliedPermissions: [],
  });
  const last28 = { maxSdkVersion: 28 };
  expect(manifest).toMatchObject({
    usesPermission: [
      { ...name('WRITE_EXTERNAL_STORAGE'), ...last28 },
      name('POST_NOTIFICATIONS'),
      { ...name('READ_EXTERNAL_STORAGE'), ...last28 },
      { ...name('READ_MEDIA_AUDIO'), ...last28 },
      { ...name('READ_MEDIA_IMAGES'), ...last28 },
      { ...name('READ_MEDIA_VIDEO'), ...last28 },
      { ...name('READ_MEDIA_VISUAL_USER_SELECTED'), ...last28 },
    ],
    usesPermissionSdk23: [name('ACCESS_FINE_LOCATION'), name('ACCESS_COARSE_LOCATION')],
  });
});

test('marks multiple signers', () => {
  const signers = ['01'.repeat(32), '02'.repeat(32)];
  expect(manifestOf({}, signers)?.signer).toEqual({ sha256: signers, hasMultipleSigners: true });
});

test('references the index and the diffs to it in the entry', () => {
  const index = { sha256: 'ab'.repeat(32), size: 1234, numPackages: 2 };
  const diff = { from: 4000, sha256: 'cd'.repeat(32), size: 56, numPackages: 1 };
  expect(buildEntry(5000, index, [diff])).toEqual({
    timestamp: 5000,
    version: 20002,
    index: { name: `/index-v2.${'ab'.repeat(32)}.json`, sha256: 'ab'.repeat(32), size: 1234, numPackages: 2 },
    diffs: {
      4000: { name: `/diff/4000.${'cd'.repeat(32)}.json`, sha256: 'cd'.repeat(32), size: 56, numPackages: 1 },
    },
  });
});
