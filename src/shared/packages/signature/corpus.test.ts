import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readApk } from '../apk/read-apk.ts';
import { bytesSource } from '../byte-source.ts';
import { PackageError } from '../finding.ts';
import { readZip } from '../zip.ts';
import { verifyApkSignature } from './verify.ts';

/*
 * Runs over the fixtures and, when a folder with AOSP's own test packages is next to the repository, over
 * those too: every verdict must match AOSP's verifier.
 */

const FIXTURES = new URL('../../../../test/fixtures/packages/', import.meta.url);
const CORPUS = new URL('../../../../../shared/corpus/', import.meta.url);
const hasCorpus = existsSync(CORPUS);

interface Window {
  minSdk: number | null;
  maxSdk: number | null;
}

const REJECTED = {
  verified: false,
  v1: false,
  v2: false,
  v3: false,
  v31: false,
  signers: [] as string[],
  rules: ['unreadable'],
};

async function verify(file: URL, { minSdk, maxSdk }: Window): Promise<typeof REJECTED> {
  const source = bytesSource(readFileSync(file));
  try {
    const zip = await readZip(source);
    const window = {
      minSdk: minSdk ?? (await readApk(source, zip)).facts.minSdk,
      maxSdk: maxSdk ?? undefined,
    };
    const { facts, findings } = await verifyApkSignature(source, zip, window);
    const rules = findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
    return { verified: facts.verified, ...facts.schemes, signers: facts.signers, rules };
  } catch (error) {
    if (error instanceof PackageError) return REJECTED;
    throw error;
  }
}

/** Maps errors of AOSP's verifier to our rules. */
const RULES: Record<string, RegExp> = {
  JAR_SIG_DID_NOT_VERIFY: /^signature\.v1\.did-not-verify$/,
  JAR_SIG_MANIFEST_SECTION_DIGEST_DID_NOT_VERIFY: /^signature\.v1\.digest-mismatch$/,
  JAR_SIG_MISSING_APK_SIG_REFERENCED: /^signature\.stripped$/,
  JAR_SIG_NO_MANIFEST: /^signature\.(v1\.)?missing$/,
  JAR_SIG_NO_SIGNATURES: /^signature\.(v1\.)?missing$/,
  JAR_SIG_UNSUPPORTED_SIG_ALG: /^signature\.v1\.unsupported-algorithm$/,
  JAR_SIG_VERIFY_EXCEPTION: /^signature\.v1\.(did-not-verify|malformed|certificate)$/,
  JAR_SIG_ZIP_ENTRY_DIGEST_DID_NOT_VERIFY: /^signature\.v1\.digest-mismatch$/,
  NO_SIG_FOR_TARGET_SANDBOX_VERSION: /^signature\.sandbox-version$/,
  V2_SIG_APK_DIGEST_DID_NOT_VERIFY: /^signature\.v2\.digest-mismatch$/,
  V2_SIG_DID_NOT_VERIFY: /^signature\.v2\.did-not-verify$/,
  V2_SIG_MAX_SIGNATURES_EXCEEDED: /^signature\.v2\.too-many-signers$/,
  V2_SIG_MISSING_APK_SIG_REFERENCED: /^signature\.stripped$/,
  V2_SIG_NO_SUPPORTED_SIGNATURES: /^signature\.v2\.unsupported-algorithm$/,
  V2_SIG_PUBLIC_KEY_MISMATCH_BETWEEN_CERTIFICATE_AND_SIGNATURES_RECORD: /^signature\.v2\.key-mismatch$/,
  V31_BLOCK_MISSING: /^signature\.v3\.rotation-missing$/,
  V3_SIG_APK_DIGEST_DID_NOT_VERIFY: /^signature\.v3\.digest-mismatch$/,
  V3_SIG_DID_NOT_VERIFY: /^signature\.v3\.did-not-verify$/,
  V3_SIG_POR_DID_NOT_VERIFY: /^signature\.v31?\.lineage$/,
  V3_SIG_SIG_ALG_MISMATCH_BETWEEN_SIGNATURES_AND_DIGESTS_RECORDS: /^signature\.v3\.algorithm-mismatch$/,
};

/** Errors of AOSP's verifier without a matching finding of ours. */
function unexplained(errors: string[], rules: string[]): string[] {
  return errors.filter((error) => !rules.some((rule) => RULES[error]?.test(rule)));
}

interface Verdict extends Window {
  file: string;
  verified: boolean;
  v1: boolean;
  v2: boolean;
  v3: boolean;
  v31: boolean;
  signers: string[];
  errors: string[];
  throws?: string;
}

function readVerdicts(): Verdict[] {
  if (!hasCorpus) return [];
  const lines = readFileSync(new URL('apksig-verdicts.jsonl', CORPUS), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Verdict);
}

interface Assertion extends Window {
  file: string;
  expected: string;
}

function readAssertions(): Assertion[] {
  if (!hasCorpus) return [];
  const [, ...lines] = readFileSync(new URL('apksig-expected.tsv', CORPUS), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [, file = '', minSdk, maxSdk, expected = ''] = line.split('\t');
    return { file, minSdk: sdk(minSdk), maxSdk: sdk(maxSdk), expected };
  });
}

const sdk = (text = 'null') => (text === 'null' ? null : Number(text));
const label = ({ minSdk, maxSdk }: Window) => `${minSdk ?? 'its minimum'} to ${maxSdk ?? 'any'}`;
const apk = (file: string) => new URL(`apksig/${file}`, CORPUS);

describe('the fixtures', () => {
  const cases = readdirSync(FIXTURES).filter((name) => name.endsWith('.apk'));
  /** Fixtures with a known verdict; the others must only end without an exception. */
  const known: Record<string, boolean> = {
    'plain.apk': true,
    'next.apk': true,
    'other-signer.apk': true,
    'debug-certificate.apk': true,
    'unsigned.apk': false,
  };

  it.each(cases)('%s', async (name) => {
    const { verified, signers, rules } = await verify(new URL(name, FIXTURES), {
      minSdk: null,
      maxSdk: null,
    });
    expect(verified).toBe(known[name] ?? verified);
    expect({ signed: signers.length > 0, explained: rules.length > 0 }).toEqual({
      signed: verified,
      explained: !verified,
    });
  });
});

describe('AOSP apksig', () => {
  const assertions = readAssertions();
  it.each(assertions.map((assertion) => [assertion.file, label(assertion), assertion] as const))(
    '%s for releases %s',
    async (file, _, { expected, ...window }) => {
      const { verified, rules } = await verify(apk(file), window);
      expect(verified).toBe(expected === 'VERIFIED');
      expect(unexplained(expected.split('FAIL:').slice(1), rules)).toEqual([]);
    },
  );

  const verdicts = readVerdicts();
  const files = new Map(
    verdicts.map(({ file }) => [file, verdicts.filter((verdict) => verdict.file === file)]),
  );

  /**
   * Java lacks RSA-PSS under the name that apksig uses, so the expected verdict is that of the same file with
   * another padding.
   */
  function withoutRuntimeLimits(verdict: Verdict): Partial<Verdict> {
    if (!verdict.throws?.startsWith('NoSuchAlgorithmException'))
      return verdict.throws ? { ...REJECTED, errors: [] } : verdict;
    if (verdict.file.endsWith('sig-does-not-verify.apk'))
      return { ...REJECTED, errors: ['V2_SIG_DID_NOT_VERIFY'] };
    const twin = files
      .get('v2-only-with-rsa-pkcs1-sha256-3072.apk')
      ?.find(({ minSdk, maxSdk }) => minSdk === verdict.minSdk && maxSdk === verdict.maxSdk);
    return { ...twin, signers: undefined };
  }

  it.each([...files])('agrees on %s', async (file, windows) => {
    for (const verdict of windows) {
      const { errors = [], ...expected } = withoutRuntimeLimits(verdict);
      const { rules, ...actual } = await verify(apk(file), verdict);
      const { verified, v1, v2, v3, v31, signers = actual.signers } = expected;
      const window = label(verdict);
      expect({ window, ...actual }).toEqual({ window, verified, v1, v2, v3, v31, signers });
      expect(unexplained(errors, rules)).toEqual([]);
    }
  });

  it('covers the folder next to the repository', () => {
    expect(files.size > 0).toBe(hasCorpus);
  });
});
