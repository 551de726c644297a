import type { SignatureFacts } from '../facts.ts';
import type { Subject } from './rule.ts';

/** The relation of a package's signer to the signer of the app's earlier versions. */
export type SignerRelation = 'first' | 'same' | 'rotated' | 'rolledBack' | 'withoutData' | 'other';

/**
 * Compares signers as Android does on an update: the same signers, or a rotation whose lineage still trusts
 * the earlier certificate with installed data. Rolling back to an earlier certificate needs the published
 * version's permission. Returns `first` also for a package whose signature does not verify, which has its own
 * finding.
 * @see source.android.com, APK Signature Scheme v3, "Key rotation" and capabilities
 */
export function signerRelation({ signature, context }: Subject): SignerRelation {
  const earlier = context.previous?.signers ?? [];
  if (earlier.length === 0 || !signature.verified) return 'first';
  if (sameSet(earlier, signature.signers)) return 'same';
  const [only] = earlier;
  if (earlier.length === 1 && only) {
    const ancestor = signature.lineage.slice(0, -1).find(({ sha256 }) => sha256 === only);
    if (ancestor) return ancestor.capabilities.includes('installedData') ? 'rotated' : 'withoutData';
  }
  return mayRollBack(context.previous?.published?.signature, signature.signers) ? 'rolledBack' : 'other';
}

function mayRollBack(published: SignatureFacts | undefined, signers: string[]): boolean {
  return (published?.lineage ?? [])
    .slice(0, -1)
    .some(({ sha256, capabilities }) => signers.includes(sha256) && capabilities.includes('rollback'));
}

function sameSet(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((value) => b.includes(value));
}
