import type { Bundle } from '@sigstore/bundle';
import type { Verifier } from '@sigstore/verify';
import { z } from 'zod';
import { type CallError } from '#shared/errors.ts';
import type { Provenance } from '#shared/provenance/provenance.ts';
import { REASONS, type Reason } from '#shared/reasons.ts';
import { callError } from '../../platform/input/call-error.ts';
import { readIdentity } from './certificate-identity.ts';

/** Entries and timestamps in a bundle, each of which costs a verification; bundles have one or two. */
const MAX_PROOFS = 8;

const STATEMENT = 'https://in-toto.io/Statement/v1';
const PAYLOAD = 'application/vnd.in-toto+json';
const PREDICATE = 'https://slsa.dev/provenance/v1';

type BundleReason = Extract<Reason, `bundle-${string}`>;

function bundleError(reason: BundleReason): CallError {
  return callError('invalid-argument', REASONS[reason], { reason });
}

const statementSchema = z.object({
  _type: z.literal(STATEMENT),
  predicateType: z.literal(PREDICATE),
  subject: z.array(z.object({ digest: z.record(z.string(), z.unknown()) })).min(1),
});

interface Claim {
  /** The text of the bundle file. */
  readonly text: string;
  /** The SHA-256 of the package, in lower-case hexadecimal. */
  readonly sha256: string;
}

/**
 * Returns the origin of a package that a Sigstore bundle proves: the DSSE envelope's signature, the certificate's chain
 * and log, and the entry in the transparency log are verified before anything of it is believed. Throws
 * `invalid-argument` with `details.reason`.
 */
export async function verifyBundle(verifier: Verifier, { text, sha256 }: Claim): Promise<Provenance> {
  const bundle = await readBundle(text);
  if (bundle.content.$case !== 'dsseEnvelope') throw bundleError('bundle-predicate');
  const signer = await verifySignature(verifier, bundle);
  const { payloadType, payload } = bundle.content.dsseEnvelope;
  const statement = statementSchema.safeParse(readJson(payload.toString('utf8')));
  if (payloadType !== PAYLOAD || !statement.success) throw bundleError('bundle-predicate');
  if (!statement.data.subject.some(({ digest }) => digest.sha256 === sha256))
    throw bundleError('bundle-digest');
  const logIndex = bundle.verificationMaterial.tlogEntries[0]?.logIndex ?? '';
  const provenance = readIdentity(signer, logIndex);
  if (provenance === null) throw bundleError('bundle-identity');
  return provenance;
}

async function readBundle(text: string): Promise<Bundle> {
  const { bundleFromJSON } = await import('@sigstore/bundle');
  try {
    const bundle = bundleFromJSON(readJson(text));
    const { tlogEntries, timestampVerificationData } = bundle.verificationMaterial;
    const proofs = tlogEntries.length + (timestampVerificationData?.rfc3161Timestamps.length ?? 0);
    if (proofs <= MAX_PROOFS) return bundle;
  } catch {
    // The library's errors name fields of the format, which help no one who chose a wrong file.
  }
  throw bundleError('bundle-format');
}

async function verifySignature(verifier: Verifier, bundle: Bundle) {
  const { toSignedEntity, VerificationError } = await import('@sigstore/verify');
  try {
    return verifier.verify(toSignedEntity(bundle));
  } catch (error) {
    if (!(error instanceof VerificationError)) throw bundleError('bundle-format');
    const { code } = error;
    if (code === 'CERTIFICATE_ERROR' || code === 'PUBLIC_KEY_ERROR') throw bundleError('bundle-certificate');
    if (code === 'SIGNATURE_ERROR' || code === 'TLOG_BODY_ERROR') throw bundleError('bundle-signature');
    throw bundleError('bundle-log');
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
