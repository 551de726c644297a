import { expect, test } from 'vitest';
import { NO_DETAILS } from '#shared/listings/details.ts';
import { describeIndexV1, describeIndexV2 } from '#test/support/feed-indexes.ts';
import {
  antiFeaturesIn,
  hasBeta,
  type PublishedApp,
  type PublishedVersion,
  renderApp,
  renderFrame,
  renderRepository,
} from './index.ts';
import { renderAppV1, renderFrameV1 } from './index-v1.ts';

const categories = [{ id: 'tools', name: 'Tools' }];

function makeVersion(versionCode: number, changed: Partial<PublishedVersion> = {}): PublishedVersion {
  return {
    versionId: `version-${versionCode}`,
    sha256: String(versionCode).padStart(64, '0'),
    size: 900 + versionCode,
    publishedAt: new Date(1000 * versionCode),
    package: {
      applicationId: 'org.example.tides',
      versionCode,
      versionName: `1.${versionCode}`,
      minSdk: 24,
      targetSdk: 35,
      permissions: [],
      features: [],
      abis: [],
    },
    signers: ['cc'.repeat(32)],
    icon: null,
    ...changed,
  };
}

const app: PublishedApp = {
  appId: 'app-1',
  applicationId: 'org.example.tides',
  name: 'Tide Tables',
  summary: null,
  authorName: null,
  versions: [makeVersion(7)],
};

const graphic = (locale: string, kind: 'icon' | 'featureGraphic' | 'phoneScreenshots' | 'tvScreenshots') => ({
  locale,
  kind,
  sha256: 'ab'.repeat(32),
  extension: 'png',
  size: 5,
});
const texts = (name: string) => ({
  name,
  summary: '',
  description: `${name}!`,
  descriptionHtml: `<p>${name}!</p>`,
  whatsNew: '',
  video: name === 'Gezeiten' ? 'https://example.org/video' : '',
});

const listed: PublishedApp = {
  ...app,
  authorName: 'Harbour Works',
  listing: {
    details: {
      ...NO_DETAILS,
      category: 'Tools',
      website: 'https://example.org',
      license: 'MIT',
      contactEmail: 'a@b.example',
    },
    texts: { 'en-US': texts('Tides'), de: texts('Gezeiten') },
    graphics: [
      graphic('de', 'icon'),
      graphic('en-US', 'featureGraphic'),
      graphic('de', 'phoneScreenshots'),
      graphic('de', 'phoneScreenshots'),
      graphic('en-US', 'tvScreenshots'),
    ],
  },
};

function renderBoth(shown: readonly PublishedApp[]) {
  const about = {
    name: 'Harbour',
    address: 'https://hub.example.org/fdroid/repo',
    timestamp: 5000,
    categories,
  };
  const summary = {
    categories: new Set(['Tools']),
    hasBeta: shown.some(hasBeta),
    antiFeatures: shown.flatMap(antiFeaturesIn),
  };
  const repo = renderRepository({ ...about, logo: { sha256: 'ef'.repeat(32), size: 700 } }, summary);
  const entries = shown.map(renderApp);
  const old = entries.map(renderAppV1);
  const v2 = renderFrame(repo);
  const v1 = renderFrameV1(repo);
  return {
    v2: JSON.parse(`${v2.start}${entries.join(',')}${v2.end}`),
    v1: JSON.parse(
      `${v1.start}${old.map((one) => one.app).join(',')}${v1.between}${old.map((one) => one.packages).join(',')}${v1.end}`,
    ),
  };
}

test.each<[string, readonly PublishedApp[]]>([
  ['no apps', []],
  ['an app without a listing', [{ ...app, summary: 'High and low water' }]],
  [
    'an app with an icon of its package',
    [
      {
        ...app,
        versions: [makeVersion(7, { icon: { sha256: 'dd'.repeat(32), extension: 'png', size: null } })],
      },
    ],
  ],
  [
    'several apps, with texts and images in several languages',
    [listed, { ...app, applicationId: 'org.example.other' }],
  ],
  [
    'a beta version',
    [
      {
        ...listed,
        versions: [
          makeVersion(9, { isBeta: true, releaseNotes: { de: 'Beta' } }),
          makeVersion(8, { releaseNotes: { de: 'Neu', fr: 'Nouveau' } }),
          makeVersion(7),
        ],
      },
    ],
  ],
  [
    'permissions of Android 6 and later',
    [
      {
        ...app,
        versions: [
          makeVersion(7, {
            package: {
              ...makeVersion(7).package,
              permissions: [{ name: 'android.permission.CAMERA', maxSdkVersion: 30 }],
              permissionsSdk23: [
                { name: 'android.permission.SEND_SMS' },
                { name: 'android.permission.READ_SMS', maxSdkVersion: 30 },
              ],
            },
          }),
        ],
      },
    ],
  ],
  ['only beta versions', [{ ...app, versions: [makeVersion(9, { isBeta: true })] }]],
  [
    'what devices a version needs',
    [
      {
        ...app,
        versions: [
          makeVersion(7, {
            signers: ['cc'.repeat(32), 'dd'.repeat(32)],
            package: {
              ...makeVersion(7).package,
              maxSdk: 36,
              permissions: [
                { name: 'android.permission.INTERNET' },
                { name: 'android.permission.CAMERA', maxSdkVersion: 30 },
              ],
              features: [{ name: 'android.hardware.camera', required: true }],
              abis: ['arm64-v8a'],
            },
          }),
        ],
      },
    ],
  ],
])('both indexes say the same about %s', (_, apps) => {
  const { v1, v2 } = renderBoth(apps);
  expect(describeIndexV1(v1)).toEqual(describeIndexV2(v2));
});

test('anti-features of all versions are those of the app, others stay with their version', () => {
  const { v2 } = renderBoth([{ ...app, versions: [makeVersion(8), makeVersion(7)] }]);
  const [newer, older] = Object.values<Record<string, unknown>>(v2.packages['org.example.tides'].versions);
  Object.assign(newer ?? {}, { antiFeatures: { Ads: {} } });
  Object.assign(older ?? {}, { antiFeatures: { Ads: { 'en-US': 'Shows ads' }, KnownVuln: {} } });
  const text = JSON.stringify(v2.packages).slice(1, -1);
  const old = renderAppV1(text);
  expect(JSON.parse(old.app).antiFeatures).toEqual(['Ads']);
  const [[, packages] = ['', []]] = Object.entries<{ antiFeatures?: string[] }[]>(
    JSON.parse(`{${old.packages}}`),
  );
  expect(packages.map(({ antiFeatures }) => antiFeatures)).toEqual([undefined, ['KnownVuln']]);
});

test('has the fields that clients of the older index require', () => {
  const { v1 } = renderBoth([listed]);
  expect(v1.repo).toEqual({
    timestamp: 5000,
    version: 21,
    name: 'Harbour',
    icon: `${'ef'.repeat(32)}.png`,
    address: 'https://hub.example.org/fdroid/repo',
    description: 'Android apps from Harbour. Every version is inspected before it’s published.',
  });
  expect(v1.apps[0]).toMatchObject({
    packageName: 'org.example.tides',
    license: 'MIT',
    categories: ['Tools'],
    suggestedVersionCode: '7',
    suggestedVersionName: '1.7',
    localized: { de: { name: 'Gezeiten', description: '<p>Gezeiten!</p>' } },
  });
  expect(v1.packages['org.example.tides'][0]).toMatchObject({
    apkName: 'org.example.tides_7.apk',
    hashType: 'sha256',
  });
});
