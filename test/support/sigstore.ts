import { generateKeyPairSync, sign } from 'node:crypto';
import { bundleToJSON, toDSSEBundle } from '@sigstore/bundle';
import { initializeCA } from '@sigstore/mock/dist/fulcio/ca.js';
import { initializeCTLog } from '@sigstore/mock/dist/fulcio/ctlog.js';
import { initializeTLog } from '@sigstore/mock/dist/rekor/tlog.js';

const P256 = { namedCurve: 'P-256' };
const LOG_URL = 'https://rekor.example';

/** The extensions of a build on GitHub, by their numbers below Fulcio's arc. */
const EXTENSIONS = {
  8: 'https://token.actions.githubusercontent.com',
  11: 'github-hosted',
  12: 'https://github.com/example/harbour',
  13: '5f2c1a90d3e84b7f6a1c0d9e8b7a6f5e4d3c2b1a',
  14: 'refs/tags/v1.0',
  15: '4711',
  18: 'https://github.com/example/harbour/.github/workflows/release.yml@refs/tags/v1.0',
  21: 'https://github.com/example/harbour/actions/runs/12/attempts/1',
};

interface Build {
  readonly sha256: string;
  readonly predicateType?: string;
  readonly payloadType?: string;
  /** Replace extensions of the certificate by number; undefined leaves one out. */
  readonly extensions?: Readonly<Record<number, string | undefined>>;
  /** The time of the log entry after the certificate was issued, in milliseconds. */
  readonly loggedAfterMs?: number;
  /** True to sign something else than the statement. */
  readonly isWronglySigned?: boolean;
}

/** Authorities and logs of an own Sigstore instance; its trusted root verifies the bundles that it makes. */
export async function createSigstore() {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const ctKeys = generateKeyPairSync('ec', P256);
  const logKeys = generateKeyPairSync('ec', P256);
  const ctLog = await initializeCTLog(ctKeys);
  const ca = await initializeCA(keys, ctLog);
  const log = await initializeTLog(LOG_URL, logKeys);
  const validFor = { start: '2020-01-01T00:00:00Z' };
  const logOf = (baseUrl: string, publicKey: Buffer, keyId: string) => ({
    baseUrl,
    hashAlgorithm: 'SHA2_256',
    publicKey: {
      rawBytes: publicKey.toString('base64'),
      keyDetails: 'PKIX_ECDSA_P256_SHA_256',
      validFor,
    },
    logId: { keyId },
  });
  const digest = async (bytes: Buffer) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('base64');

  return {
    /** The text of a `trusted_root.json`. */
    trustedRoot: JSON.stringify({
      mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
      tlogs: [logOf(LOG_URL, log.publicKey, await digest(log.publicKey))],
      certificateAuthorities: [
        {
          subject: { organization: 'example', commonName: 'example' },
          uri: 'https://fulcio.example',
          certChain: {
            certificates: [{ rawBytes: Buffer.from(ca.rootCertificate.buffer).toString('base64') }],
          },
          validFor,
        },
      ],
      ctlogs: [logOf('https://ctfe.example', ctLog.publicKey, await digest(ctLog.publicKey))],
      timestampAuthorities: [],
    }),

    /** Returns a bundle as `actions/attest-build-provenance` makes it, as an object that a test may change. */
    async attest({ sha256, predicateType, payloadType, extensions, loggedAfterMs, isWronglySigned }: Build) {
      const signer = generateKeyPairSync('ec', P256);
      const certificate = await ca.issueCertificate({
        publicKey: signer.publicKey.export({ type: 'spki', format: 'der' }),
        subjectAltName: EXTENSIONS[18],
        extensions: Object.entries({ ...EXTENSIONS, ...extensions }).flatMap(([number, value]) =>
          value === undefined ? [] : { oid: `1.3.6.1.4.1.57264.1.${number}`, value },
        ),
      });
      const artifactType = payloadType ?? 'application/vnd.in-toto+json';
      const artifact = Buffer.from(
        JSON.stringify({
          _type: 'https://in-toto.io/Statement/v1',
          subject: [{ name: 'app.apk', digest: { sha256 } }],
          predicateType: predicateType ?? 'https://slsa.dev/provenance/v1',
          predicate: {},
        }),
      );
      const encoded = `DSSEv1 ${artifactType.length} ${artifactType} ${artifact.length} `;
      const signed = Buffer.concat([Buffer.from(encoded), artifact]);
      const signature = sign('sha256', isWronglySigned ? artifact : signed, signer.privateKey);
      const bundle = bundleToJSON(
        toDSSEBundle({
          artifact,
          artifactType,
          signature,
          certificate: Buffer.from(certificate.buffer),
          certificateChain: false,
        }),
      );
      const body = {
        apiVersion: '0.0.1',
        kind: 'dsse',
        spec: {
          payloadHash: {
            algorithm: 'sha256',
            value: Buffer.from(await digest(artifact), 'base64').toString('hex'),
          },
          signatures: [{ signature: signature.toString('base64') }],
        },
      };
      const later = loggedAfterMs === undefined ? undefined : new Date(Date.now() + loggedAfterMs);
      const entries = await (await initializeTLog(LOG_URL, logKeys, later)).log(body);
      bundle.verificationMaterial.tlogEntries = Object.values(entries).map(toBundleEntry);
      return bundle;
    },
  };
}

type LogEntry = Awaited<ReturnType<Awaited<ReturnType<typeof initializeTLog>>['log']>>[string];

/** Converts an entry as the log's API has it to the form of bundles. */
function toBundleEntry({ logIndex, logID, integratedTime, verification, body }: LogEntry) {
  const proof = verification?.inclusionProof;
  const promise = verification?.signedEntryTimestamp;
  if (!proof || !promise) throw new Error('the log gave no proof');
  return {
    logIndex: String(logIndex),
    logId: { keyId: Buffer.from(logID, 'hex').toString('base64') },
    kindVersion: { kind: 'dsse', version: '0.0.1' },
    integratedTime: String(integratedTime),
    inclusionPromise: { signedEntryTimestamp: promise },
    inclusionProof: {
      logIndex: String(proof.logIndex),
      rootHash: Buffer.from(proof.rootHash, 'hex').toString('base64'),
      treeSize: String(proof.treeSize),
      hashes: [],
      checkpoint: { envelope: proof.checkpoint },
    },
    canonicalizedBody: String(body),
  };
}
