import type { SignatureFacts } from '../facts.ts';
import type { RuleSubject } from './rule.ts';

/** Relations of a package's signer to the signer of the app's earlier versions, worst last. */
const RELATIONS = ['first', 'same', 'rotated', 'rolledBack', 'withoutData', 'other'] as const;
export type SignerRelation = (typeof RELATIONS)[number];

/**
 * Compares signers as Android does on an update: the same signers, or a rotation whose lineage still trusts
 * the earlier certificate with installed data. Rolling back to an earlier certificate needs the published
 * version's permission. Releases may see different signers, each of which is compared with the one that these
 * releases saw before; the worst relation counts. Returns `first` also for a package whose signature does not
 * verify, which has its own finding.
 * @see source.android.com, APK Signature Scheme v3, "Key rotation" and capabilities
 */
export function signerRelation({ signature, context }: RuleSubject): SignerRelation {
  const earlier = context.previous?.signers ?? [];
  if (earlier.length === 0 || !signature.verified) return 'first';
  const published = context.previous?.published?.signature;
  const relations = rangesOf(signature).flatMap((range) => {
    const before = (published?.ranges ?? []).filter((old) => doOverlap(old, range));
    const compared = before.length > 0 ? before.map(({ signers }) => signers) : [earlier];
    return compared.map((old) => relationBetween(old, range.signers, { signature, published }));
  });
  relations.push(relationBetween(earlier, signature.signers, { signature, published }));
  return relations.reduce((worst, one) => (RELATIONS.indexOf(one) > RELATIONS.indexOf(worst) ? one : worst));
}

type SignerRange = NonNullable<SignatureFacts['ranges']>[number];

/** Returns the signers by range of releases; one range for packages inspected before they were recorded. */
function rangesOf({ ranges = [], signers }: SignatureFacts): SignerRange[] {
  return ranges.length > 0 ? ranges : [{ minSdk: 1, maxSdk: null, signers }];
}

function doOverlap(one: SignerRange, other: SignerRange): boolean {
  return (
    one.minSdk <= (other.maxSdk ?? Number.POSITIVE_INFINITY) &&
    other.minSdk <= (one.maxSdk ?? Number.POSITIVE_INFINITY)
  );
}

interface Signatures {
  signature: SignatureFacts;
  published: SignatureFacts | undefined;
}

function relationBetween(
  before: string[],
  now: string[],
  { signature, published }: Signatures,
): SignerRelation {
  if (sameSet(before, now)) return 'same';
  const [old] = before;
  const ancestor =
    before.length === 1 ? ancestorsOf(now, signature).find(({ sha256 }) => sha256 === old) : undefined;
  if (ancestor) return ancestor.capabilities.includes('installedData') ? 'rotated' : 'withoutData';
  const [only] = now;
  const past =
    now.length === 1 ? published?.lineage.slice(0, -1).find(({ sha256 }) => sha256 === only) : undefined;
  if (past?.capabilities.includes('rollback')) return 'rolledBack';
  // Without a record of its ranges, the published version may have had this earlier signer for older releases.
  return past && published?.ranges === undefined && !sameSet(now, signature.signers) ? 'same' : 'other';
}

/** Returns what comes before a signer in the package's lineage. */
function ancestorsOf([signer]: string[], { lineage }: SignatureFacts): SignatureFacts['lineage'] {
  const position = lineage.findIndex(({ sha256 }) => sha256 === signer);
  return lineage.slice(0, Math.max(0, position));
}

function sameSet(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((value) => b.includes(value));
}
