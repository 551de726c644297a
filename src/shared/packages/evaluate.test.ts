import { beforeAll, describe, expect, test } from 'vitest';
import { inspectFixture } from '#test/support/fixtures.ts';
import { compareVersions } from './changes.ts';
import { evaluatePackage } from './evaluate.ts';
import type { AndroidFacts, IosFacts, SignatureFacts } from './facts.ts';
import type { Inspection } from './inspect.ts';
import type { EvaluationContext } from './rules/rule.ts';

const STORE: EvaluationContext = { minTargetSdk: 23 };
let plain: { package: AndroidFacts; signature: SignatureFacts };
let ios: { package: IosFacts; signature: SignatureFacts };

beforeAll(async () => {
  plain = (await inspectFixture('plain.apk')) as typeof plain;
  ios = (await inspectFixture('harbour.ipa')) as typeof ios;
});

function rulesOf(inspection: Omit<Inspection, 'icon'>, context: EvaluationContext = STORE): string[] {
  return evaluatePackage(inspection, context).map(({ rule, severity }) => `${severity} ${rule}`);
}

/** Returns the rules broken by an APK that differs from the plain one in the given facts. */
function androidRules(facts: Partial<AndroidFacts>, context: EvaluationContext = STORE): string[] {
  return rulesOf({ ...plain, package: { ...plain.package, ...facts }, findings: [] }, context);
}

function iosRules(facts: Partial<IosFacts>, context: EvaluationContext = STORE): string[] {
  return rulesOf({ ...ios, package: { ...ios.package, ...facts }, findings: [] }, context);
}

/** The context after the plain fixture was published. */
function afterPlain(context: Partial<EvaluationContext> = {}): EvaluationContext {
  return {
    ...STORE,
    app: { platform: 'android', applicationId: 'org.example.harbour' },
    previous: { published: plain, versionCode: 1, buildVersion: null, signers: plain.signature.signers },
    ...context,
  };
}

describe('an APK alone', () => {
  test('that is valid complies with every rule', () => expect(androidRules({})).toEqual([]));

  test.each<[string, Partial<AndroidFacts>]>([
    ['error application-id-format', { applicationId: 'harbour' }],
    ['error application-id-format', { applicationId: '../etc.passwd' }],
    ['error version-code-missing', { versionCode: 0 }],
    ['error debuggable', { debuggable: true }],
    ['error test-only', { testOnly: true }],
    ['error target-sdk', { targetSdk: 22 }],
    ['error split', { split: 'config.de' }],
    ['error split', { requiresSplits: true }],
    ['warning instrumentation', { hasInstrumentation: true }],
    ['warning only-32-bit', { abis: ['armeabi-v7a'] }],
  ])('%s', (rule, facts) => expect(androidRules(facts)).toEqual([rule]));

  test('with only a v1 signature is rejected from Android 7 on', () => {
    const schemes = { v1: true, v2: false, v3: false, v31: false };
    const signature = { ...plain.signature, schemes };
    expect(rulesOf({ ...plain, signature, findings: [] })).toEqual(['error signature-v1-only']);
    const older = { ...plain.package, minSdk: 23 };
    expect(rulesOf({ package: older, signature, findings: [] })).toEqual([]);
  });

  test('with a debug certificate is rejected', async () => {
    expect(rulesOf(await inspectFixture('debug-certificate.apk'))).toEqual(['error debug-certificate']);
  });
});

describe('an iOS app alone', () => {
  test('that is valid complies with every rule', () => expect(iosRules({})).toEqual([]));

  test.each<[string, Partial<IosFacts>]>([
    ['error version-name', { versionName: '' }],
    ['error version-name', { versionName: ' 1.0' }],
    ['error version-name', { versionName: 'beta' }],
    ['warning version-name-format', { versionName: '2.0b1' }],
    ['warning version-name-format', { versionName: '2.0-beta.1' }],
    ['warning version-name-format', { versionName: '1.2.3.4' }],
    ['error build-version', { buildVersion: '1.0-beta' }],
    ['error build-version', { buildVersion: '2.0b' }],
    ['error build-version', { buildVersion: '1.2.3.4' }],
    ['warning build-version-format', { buildVersion: '2.0b1' }],
    ['warning build-version-format', { buildVersion: '1.0.2fc12' }],
    ['error minimum-os', { minimumOs: '' }],
    ['error encrypted', { encrypted: true }],
    ['error executable', { architectures: [] }],
    ['warning only-32-bit-ios', { architectures: ['armv7'] }],
    ['warning get-task-allow', { debuggable: true }],
    ['error usage-text-empty', { usageTexts: { NSCameraUsageDescription: ' ' } }],
    [
      'error extension-id',
      { extensions: [{ applicationId: 'org.example.other', point: '', versionName: '', buildVersion: '' }] },
    ],
    ['info profile-missing', { profile: null, entitlementsFrom: null, entitlements: {} }],
    ['warning profile-entitlements', { entitlements: { 'aps-environment': 'production' } }],
    [
      'warning entitlements-application-id',
      { entitlements: { 'application-identifier': 'TEAM.org.example.other' } },
    ],
  ])('%s', (rule, facts) => expect(iosRules(facts)).toEqual([rule]));

  test('with an expired profile gets a warning', () => {
    expect(iosRules({}, { ...STORE, now: new Date('2071-01-01') })).toEqual(['warning profile-expired']);
  });
});

describe('compared with its app', () => {
  test('a newer version with the same signer complies with every rule', async () => {
    expect(rulesOf(await inspectFixture('next.apk'), afterPlain())).toEqual([]);
  });

  test('the same version, a different app and a different platform are rejected', () => {
    expect(androidRules({}, afterPlain())).toEqual(['error version-code']);
    expect(androidRules({ versionCode: 2, applicationId: 'org.example.other' }, afterPlain())).toEqual([
      'error application-id',
    ]);
    const app = { platform: 'ios', applicationId: 'org.example.harbour' } as const;
    expect(androidRules({}, { ...STORE, app })).toEqual(['error platform']);
  });

  test('compares build versions number by number', () => {
    const previous = { published: null, versionCode: null, buildVersion: '1.9', signers: null };
    expect(iosRules({ buildVersion: '1.10' }, { ...STORE, previous })).toEqual([]);
    expect(iosRules({ buildVersion: '1.9.0' }, { ...STORE, previous })).toEqual(['error version-code']);
  });

  test('rejects a different signer, and warns about a proven rotation', async () => {
    const other = await inspectFixture('other-signer.apk');
    expect(rulesOf(other, afterPlain())).toEqual(['error version-code', 'error signer']);
    expect(rulesOf(await inspectFixture('rotated-signer.apk'), afterPlain())).toEqual([
      'warning signer-changed',
    ]);
  });

  test('rejects a rotation that gives up installed data', async () => {
    const rotated = await inspectFixture('rotated-signer.apk');
    const lineage = rotated.signature.lineage.map((link) => ({ ...link, capabilities: [] }));
    const signature = { ...rotated.signature, lineage };
    expect(rulesOf({ ...rotated, signature }, afterPlain())).toEqual(['error rotation-without-data']);
  });

  test('allows a rollback to the old signer only when the rotation permits it', async () => {
    const rotated = await inspectFixture('rotated-signer.apk');
    const published = { package: { ...plain.package }, signature: rotated.signature };
    const context = (capabilities: ('rollback' | 'installedData')[]) => {
      const lineage = rotated.signature.lineage.map((link) => ({ ...link, capabilities }));
      const signature = { ...rotated.signature, lineage };
      return afterPlain({
        previous: {
          published: { ...published, signature },
          versionCode: 1,
          buildVersion: null,
          signers: signature.signers,
        },
      });
    };
    expect(androidRules({ versionCode: 2 }, context(['rollback']))).toEqual(['warning signer-changed']);
    expect(androidRules({ versionCode: 2 }, context(['installedData']))).toEqual(['error signer']);
  });

  describe('with different signers for different releases', () => {
    const [own = '', other] = ['a'.repeat(64), 'b'.repeat(64)];
    const signed = (facts: Partial<SignatureFacts>): SignatureFacts => ({
      ...plain.signature,
      signers: [own],
      ranges: [{ minSdk: 24, maxSdk: null, signers: [own] }],
      lineage: [],
      ...facts,
    });
    const older = (old: string) => [
      { minSdk: 28, maxSdk: 32, signers: [old] },
      { minSdk: 33, maxSdk: null, signers: [own] },
    ];
    const rotation = (...capabilities: ('installedData' | 'rollback')[]) => [
      { sha256: other, capabilities },
      { sha256: own, capabilities: [] },
    ];
    const evaluate = (published: SignatureFacts, signature: SignatureFacts) => {
      const facts = { ...plain.package, versionCode: 2 };
      const previous = {
        published: { ...plain, signature: published },
        versionCode: 1,
        buildVersion: null,
        signers: published.signers,
      };
      return rulesOf({ package: facts, signature, findings: [] }, afterPlain({ previous }));
    };

    test('rejects another signer for older releases', () => {
      expect(evaluate(signed({}), signed({ ranges: older(other) }))).toEqual(['error signer']);
      const lineage = rotation('installedData');
      expect(evaluate(signed({}), signed({ ranges: older(other), lineage }))).toEqual(['error signer']);
    });

    test('accepts the signers that the releases saw before', () => {
      const both = signed({ ranges: older(other), lineage: rotation('installedData') });
      expect(evaluate(both, both)).toEqual([]);
      expect(evaluate({ ...both, ranges: undefined }, both)).toEqual([]);
    });

    test('rejects that older releases return to an earlier signer without permission', () => {
      const lineage = rotation('installedData');
      const after = signed({ ranges: older(other), lineage });
      expect(evaluate(signed({ lineage }), after)).toEqual(['error signer']);
      const permitted = signed({ lineage: rotation('installedData', 'rollback') });
      expect(evaluate(permitted, after)).toEqual(['warning signer-changed']);
    });

    test('warns when older releases follow a rotation', () => {
      const lineage = rotation('installedData');
      const before = signed({ ranges: older(other), lineage });
      expect(evaluate(before, signed({ lineage }))).toEqual(['warning signer-changed']);
      expect(evaluate(before, signed({ lineage: rotation() }))).toEqual(['error rotation-without-data']);
    });

    test('is a sensitive change when a signer for older releases is added', () => {
      const after = { ...plain, signature: signed({ ranges: older(other) }) };
      expect(compareVersions({ ...plain, signature: signed({}) }, after)).toEqual([
        { kind: 'otherSigners', name: '', before: null, after: other, sensitive: true },
      ]);
    });

    test('cannot be allowed when no lineage connects them', () => {
      const modes = { 'signature.unrelated-signers': 'off' } as const;
      const finding = {
        rule: 'signature.unrelated-signers',
        severity: 'error',
        values: { problem: '' },
      } as const;
      expect(rulesOf({ ...plain, findings: [finding] }, { ...STORE, modes })).toEqual([
        'error signature.unrelated-signers',
      ]);
    });
  });

  test.each<[string, Partial<AndroidFacts>]>([
    ['warning permissions-widened', { permissions: [{ name: 'android.permission.CAMERA' }] }],
    [
      'warning permissions-widened',
      { permissions: [{ name: 'android.permission.WRITE_EXTERNAL_STORAGE', maxSdkVersion: 29 }] },
    ],
    ['warning name-changed', { label: 'Haven' }],
    ['warning name-changed', { labels: { de: 'Anderer Hafen', 'pt-BR': 'Porto' } }],
    ['warning icon-changed', { iconSha256: 'f'.repeat(64) }],
    ['warning icon-changed', { iconSha256: null }],
    ['warning abis-removed', { abis: ['x86_64'] }],
    ['warning minimum-raised', { minSdk: 26 }],
    ['warning target-lowered', { targetSdk: 33 }],
    ['warning feature-required', { features: [{ name: 'android.hardware.camera', required: true }] }],
  ])('%s', (rule, facts) => expect(androidRules({ versionCode: 2, ...facts }, afterPlain())).toEqual([rule]));

  test('accepts fewer permissions and a lower minimum without findings', () => {
    expect(androidRules({ versionCode: 2, permissions: [], minSdk: 24 }, afterPlain())).toEqual([]);
  });
});

describe('the store’s settings', () => {
  test('choose which rules are observed or switched off', () => {
    expect(androidRules({ debuggable: true }, { ...STORE, modes: { debuggable: 'observe' } })).toEqual([
      'warning debuggable',
    ]);
    expect(androidRules({ debuggable: true }, { ...STORE, modes: { debuggable: 'off' } })).toEqual([]);
  });

  test('never hide why a package cannot be read', async () => {
    const truncated = await inspectFixture('truncated.apk');
    expect(rulesOf(truncated, { ...STORE, modes: { unreadable: 'off' } })).toEqual(['error unreadable']);
  });
});

describe('changes', () => {
  test('are empty between a version and itself', () => expect(compareVersions(plain, plain)).toEqual([]));

  test('include facts that only one version has', () => {
    const after = { ...plain, package: { ...plain.package, labels: { fr: 'Port' }, permissions: [] } };
    expect(compareVersions(plain, after)).toEqual([
      {
        kind: 'permissions',
        name: 'android.permission.INTERNET',
        before: 'yes',
        after: null,
        sensitive: false,
      },
      {
        kind: 'permissions',
        name: 'android.permission.WRITE_EXTERNAL_STORAGE',
        before: 'maxSdkVersion 28',
        after: null,
        sensitive: false,
      },
      {
        kind: 'impliedPermissions',
        name: 'android.permission.READ_EXTERNAL_STORAGE',
        before: 'maxSdkVersion 28',
        after: null,
        sensitive: false,
      },
      { kind: 'labels', name: 'de', before: 'Hafen', after: null, sensitive: true },
      { kind: 'labels', name: 'pt-BR', before: 'Porto', after: null, sensitive: true },
      ...['readFiles', 'writeFiles'].map((name) => ({
        kind: 'capabilities',
        name,
        before: 'maxSdkVersion 28',
        after: null,
        sensitive: false,
      })),
      { kind: 'labels', name: 'fr', before: null, after: 'Port', sensitive: true },
    ]);
  });

  test('list the size of each part, unless one version was never measured', () => {
    const sized = (code: number | null) => ({
      ...plain,
      package: { ...plain.package, partSizes: code === null ? undefined : { code } },
    });
    expect(compareVersions(sized(10), sized(12))).toEqual([
      { kind: 'partSizes', name: 'code', before: '10', after: '12', sensitive: false },
    ]);
    expect(compareVersions(sized(null), sized(12))).toEqual([]);
  });

  test('are sensitive when entitlements or usage texts are added', () => {
    const after = {
      ...ios,
      package: { ...ios.package, usageTexts: { NSMicrophoneUsageDescription: 'To listen.' } },
    };
    expect(compareVersions(ios, after).map(({ name, sensitive }) => [name, sensitive])).toEqual([
      ['NSCameraUsageDescription', false],
      ['camera', false],
      ['NSMicrophoneUsageDescription', true],
      ['microphone', true],
    ]);
  });
});
