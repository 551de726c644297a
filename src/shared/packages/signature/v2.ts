import { BlockReader, prefixedValues } from './block-reader.ts';
import {
  type BlockSigner,
  readAttributes,
  readSignedRecord,
  type SignerRecord,
  type SignerScope,
  verifySignedData,
  withinSigner,
} from './block-signer.ts';
import { type ProblemLog, SignatureProblem } from './problem.ts';

const STRIPPING_PROTECTION = 0xbeeff00d;
/** Android rejects more (AOSP, ApkSignatureSchemeV2Verifier.MAX_V2_SIGNERS). */
const MAX_SIGNERS = 10;

export interface V2Scope extends SignerScope {
  /** Numbers of the schemes that every release in the range with v2 support knows. */
  knownSchemes: number[];
  /** Numbers of the schemes found in the package. */
  foundSchemes: number[];
}

/**
 * Checks the signers of a v2 block, but not the package's contents. Logs problems.
 * @see https://source.android.com/docs/security/features/apksigning/v2#v2-verification
 */
export function checkV2(block: Uint8Array, scope: V2Scope, log: ProblemLog): BlockSigner[] {
  const signers: BlockSigner[] = [];
  try {
    const sequence = withinSigner('v2', () => [...prefixedValues(new BlockReader(block).prefixed())]);
    if (sequence.length === 0) throw new SignatureProblem('signature.v2.no-signers', { found: 'noSigners' });
    if (sequence.length > MAX_SIGNERS) {
      throw new SignatureProblem('signature.v2.too-many-signers', {
        found: 'signers',
        count: sequence.length,
      });
    }
    for (const bytes of sequence) signers.push(withinSigner('v2', () => checkSigner(bytes, scope, log)));
  } catch (error) {
    log.caught(error);
  }
  return signers;
}

function checkSigner(bytes: Uint8Array, scope: V2Scope, log: ProblemLog): BlockSigner {
  const reader = new BlockReader(bytes);
  const record: SignerRecord = {
    signedData: reader.prefixed(),
    signatures: reader.prefixed(),
    publicKey: reader.prefixed(),
  };
  const verified = verifySignedData(record, scope);
  const signedData = new BlockReader(record.signedData);
  const signed = { digests: signedData.prefixed(), certificates: signedData.prefixed() };
  const attributes = readAttributes(signedData.prefixed());
  const signer = readSignedRecord(signed, { record, scheme: 'v2', ...verified });
  for (const { id, value } of attributes) {
    if (id === STRIPPING_PROTECTION) {
      const scheme = new BlockReader(value).int32();
      if (scope.knownSchemes.includes(scheme) && !scope.foundSchemes.includes(scheme)) {
        log.error('signature.stripped', { found: 'removed', scheme });
      }
    } else {
      log.warning('signature.v2.unknown-attribute', { found: 'attribute', id: `0x${id.toString(16)}` });
    }
  }
  return signer;
}
