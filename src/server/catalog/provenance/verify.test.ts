import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSigstore } from '#test/support/sigstore.ts';
import { openVerifier } from './trust.ts';
import { verifyBundle } from './verify.ts';

const SHA256 = 'a'.repeat(64);

type Sigstore = Awaited<ReturnType<typeof createSigstore>>;
type Bundle = Awaited<ReturnType<Sigstore['attest']>>;

let directory: string;
let sigstore: Sigstore;
let verify: (bundle: unknown) => ReturnType<typeof verifyBundle>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quayside-sigstore-'));
  sigstore = await createSigstore();
  const verifier = await openVerifier(await write('root.json', sigstore.trustedRoot));
  verify = (bundle) => verifyBundle(verifier, { text: JSON.stringify(bundle), sha256: SHA256 });
});
afterAll(() => rm(directory, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, text);
  return path;
}

const rejection = (reason: string) => ({ code: 'invalid-argument', details: { reason } });

/** Changes a bundle's only log entry. */
function withEntry(bundle: Bundle, change: object): Bundle {
  const [entry] = bundle.verificationMaterial.tlogEntries;
  return {
    ...bundle,
    verificationMaterial: { ...bundle.verificationMaterial, tlogEntries: [{ ...entry, ...change }] },
  } as Bundle;
}

describe('a valid bundle', () => {
  test('proves the repository, commit and workflow', async () => {
    const bundle = await sigstore.attest({ sha256: SHA256 });
    expect(await verify(bundle)).toEqual({
      repository: 'https://github.com/example/harbour',
      repositoryId: '4711',
      commit: '5f2c1a90d3e84b7f6a1c0d9e8b7a6f5e4d3c2b1a',
      ref: 'refs/tags/v1.0',
      workflow: '.github/workflows/release.yml',
      runUrl: 'https://github.com/example/harbour/actions/runs/12/attempts/1',
      runner: 'github-hosted',
      issuer: 'https://token.actions.githubusercontent.com',
      logIndex: bundle.verificationMaterial.tlogEntries[0]?.logIndex,
    });
  });

  test('may come from another host that issues its own identities', async () => {
    const extensions = {
      8: 'https://gitlab.com',
      12: 'https://gitlab.com/example/harbour',
      18: 'https://gitlab.com/example/harbour//.gitlab-ci.yml@refs/heads/main',
      15: undefined,
      21: undefined,
    };
    expect(await verify(await sigstore.attest({ sha256: SHA256, extensions }))).toMatchObject({
      repository: 'https://gitlab.com/example/harbour',
      workflow: '.gitlab-ci.yml',
      repositoryId: null,
      runUrl: null,
    });
  });
});

describe('a bundle is rejected', () => {
  test.each<[string, string, Partial<Parameters<Sigstore['attest']>[0]>]>([
    ['for another file', 'bundle-digest', { sha256: 'b'.repeat(64) }],
    ['with another predicate', 'bundle-predicate', { predicateType: 'https://spdx.dev/Document' }],
    ['with another payload', 'bundle-predicate', { payloadType: 'text/plain' }],
    ['whose certificate had expired', 'bundle-certificate', { loggedAfterMs: 3_600_000 }],
    ['whose signature is of another text', 'bundle-signature', { isWronglySigned: true }],
    ['that names no repository', 'bundle-identity', { extensions: { 12: undefined } }],
    ['that names no commit', 'bundle-identity', { extensions: { 13: undefined } }],
    [
      'whose issuer hosts other repositories',
      'bundle-identity',
      { extensions: { 8: 'https://builds.example' } },
    ],
    [
      'with a workflow of another repository',
      'bundle-identity',
      {
        extensions: { 18: 'https://github.com/example/other/.github/workflows/release.yml@refs/heads/main' },
      },
    ],
  ])('%s', async (_, reason, build) => {
    const bundle = await sigstore.attest({ sha256: SHA256, ...build });
    await expect(verify(bundle)).rejects.toMatchObject(rejection(reason));
  });

  test('of another Sigstore instance, also with the shipped root', async () => {
    const other = await (await createSigstore()).attest({ sha256: SHA256 });
    await expect(verify(other)).rejects.toMatchObject(rejection('bundle-certificate'));
    const shipped = await openVerifier(null);
    const text = JSON.stringify(await sigstore.attest({ sha256: SHA256 }));
    await expect(verifyBundle(shipped, { text, sha256: SHA256 })).rejects.toMatchObject(
      rejection('bundle-certificate'),
    );
  });

  test('with a changed statement', async () => {
    const bundle = await sigstore.attest({ sha256: 'b'.repeat(64) });
    const { dsseEnvelope } = bundle;
    const statement = Buffer.from(dsseEnvelope?.payload ?? '', 'base64').toString('utf8');
    const payload = Buffer.from(statement.replace('b'.repeat(64), SHA256)).toString('base64');
    await expect(verify({ ...bundle, dsseEnvelope: { ...dsseEnvelope, payload } })).rejects.toMatchObject(
      rejection('bundle-signature'),
    );
  });

  test('without a valid log entry', async () => {
    const bundle = await sigstore.attest({ sha256: SHA256 });
    const other = await sigstore.attest({ sha256: SHA256 });
    const [foreign] = (await (await createSigstore()).attest({ sha256: SHA256 })).verificationMaterial
      .tlogEntries;
    for (const [change, reason] of [
      [{ inclusionPromise: undefined }, 'bundle-log'],
      [{ inclusionPromise: undefined, inclusionProof: undefined }, 'bundle-format'],
      [{ integratedTime: '1700000000' }, 'bundle-certificate'],
      [{ inclusionPromise: foreign?.inclusionPromise }, 'bundle-log'],
      [other.verificationMaterial.tlogEntries[0] ?? {}, 'bundle-signature'],
      [foreign ?? {}, 'bundle-log'],
    ] as const) {
      await expect(verify(withEntry(bundle, change))).rejects.toMatchObject(rejection(reason));
    }
    const { verificationMaterial } = bundle;
    const without = { ...bundle, verificationMaterial: { ...verificationMaterial, tlogEntries: [] } };
    await expect(verify(without)).rejects.toMatchObject(rejection('bundle-log'));
  });

  test('with many log entries, before they are verified', async () => {
    const bundle = await sigstore.attest({ sha256: SHA256 });
    const [entry] = bundle.verificationMaterial.tlogEntries;
    const tlogEntries = Array.from({ length: 9 }, () => entry);
    const many = { ...bundle, verificationMaterial: { ...bundle.verificationMaterial, tlogEntries } };
    await expect(verify(many)).rejects.toMatchObject(rejection('bundle-format'));
  });

  test.each(['{', 'null', '[]', '{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json"}'])(
    'that is %s',
    async (text) => {
      const verifier = await openVerifier(null);
      await expect(verifyBundle(verifier, { text, sha256: SHA256 })).rejects.toMatchObject(
        rejection('bundle-format'),
      );
    },
  );
});

describe('a trusted root', () => {
  test.each([
    ['that is missing', null],
    ['that isn’t JSON', '{'],
    ['without authorities', '{"tlogs":[],"ctlogs":[],"certificateAuthorities":[],"timestampAuthorities":[]}'],
  ])('%s stops the start with the file’s name', async (name, text) => {
    const path = text === null ? join(directory, 'missing.json') : await write(`${name}.json`, text);
    await expect(openVerifier(path)).rejects.toThrow(`SIGSTORE_TRUSTED_ROOT is ${path}`);
  });
});
