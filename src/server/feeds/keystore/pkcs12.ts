import { createPrivateKey, type KeyObject } from 'node:crypto';
import { BmpString, OctetString } from 'asn1js';
import {
  type AlgorithmIdentifier,
  Attribute,
  AuthenticatedSafe,
  CertBag,
  ContentInfo,
  EncryptedData,
  getCrypto,
  PBES2Params,
  PBKDF2Params,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  SafeBag,
  SafeContents,
} from 'pkijs';
import type { SigningKey } from '../signing/key.ts';
import { CONVERT, KeystoreError } from './keystore.ts';

/** Rounds of key derivation for a whole file, a hundred times Java's default. More would only keep the operator waiting. */
const MAX_ITERATIONS = 1_000_000;
/** Ten times the default of Java and far below its limit. */
const ITERATIONS = 100_000;

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const SHROUDED_KEY_BAG = '1.2.840.113549.1.12.10.1.2';
const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3';
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';
const FRIENDLY_NAME = '1.2.840.113549.1.9.20';

/** What a keystore holds. */
interface Keystore {
  readonly keys: readonly KeystoreKey[];
  /** In DER. */
  readonly certificates: readonly Buffer[];
}

/** A private key that is decrypted when it is opened. */
export interface KeystoreKey {
  /** Null in a file without names. */
  readonly alias: string | null;
  open(): KeyObject;
}

/**
 * Reads a PKCS #12 file that a passphrase protects, after checking its checksum. Throws `KeystoreError`, or an error of
 * the library for damaged structures.
 * @see RFC 7292, section 4
 */
export async function readPkcs12(bytes: Uint8Array, passphrase: string): Promise<Keystore> {
  const file = PFX.fromBER(bytes);
  const contents = await readContents(file);
  checkIterations([readChecksumIterations(file), ...contents.map(iterationsOf)]);
  const password = passwordOf(passphrase);
  await file.parseInternalValues({ password }).catch((error: unknown) => {
    throw new KeystoreError('The passphrase doesn’t open this keystore, or the file was changed.', {
      cause: error,
    });
  });
  const safe = safeOf(file);
  await safe.parseInternalValues({ safeContents: contents.map(() => ({ password })) });
  const bags = safe.parsedValue.safeContents.flatMap(({ value }: { value: SafeContents }) => value.safeBags);
  return {
    keys: bags.flatMap((bag: SafeBag) => keyOf(bag, passphrase)),
    certificates: bags.flatMap(certificateOf),
  };
}

/** Reads the parts of a file without decrypting them. */
async function readContents(file: PFX): Promise<ContentInfo[]> {
  if (file.authSafe.contentType !== ContentInfo.DATA) {
    throw new KeystoreError('The keystore isn’t protected by a passphrase. Export it with one.');
  }
  await file.parseInternalValues({ password: passwordOf(''), checkIntegrity: false });
  const contents = safeOf(file).safeContents;
  if (contents.some(({ contentType }) => contentType === ContentInfo.ENVELOPED_DATA)) {
    throw new KeystoreError('The keystore is encrypted for a public key. Export it with a passphrase.');
  }
  return contents;
}

/** Returns the contents that were parsed last. */
function safeOf({ parsedValue }: PFX): AuthenticatedSafe {
  return parsedValue?.authenticatedSafe ?? new AuthenticatedSafe();
}

function readChecksumIterations({ macData }: PFX): number {
  if (!macData) {
    throw new KeystoreError(
      'The keystore has no checksum, so it can’t be checked. Export it again with one.',
    );
  }
  requireKnown(macData.mac.digestAlgorithm);
  return macData.iterations ?? 1;
}

function iterationsOf(content: ContentInfo): number {
  if (content.contentType !== ContentInfo.ENCRYPTED_DATA) return 0;
  const { encryptedContentInfo } = new EncryptedData({ schema: content.content });
  return readIterations(encryptedContentInfo.contentEncryptionAlgorithm);
}

/** Returns the rounds of a key derivation. Throws `KeystoreError` for algorithms that Quayside doesn't know. */
function readIterations(algorithm: AlgorithmIdentifier): number {
  // The algorithms of PKCS #12 itself, Triple DES and RC2, which Java used until version 15.
  if (algorithm.algorithmId !== PBES2) throw unknownAlgorithm(algorithm);
  const scheme = new PBES2Params({ schema: algorithm.algorithmParams });
  if (scheme.keyDerivationFunc.algorithmId !== PBKDF2) throw unknownAlgorithm(scheme.keyDerivationFunc);
  requireKnown(scheme.encryptionScheme);
  const derivation = new PBKDF2Params({ schema: scheme.keyDerivationFunc.algorithmParams });
  if (derivation.prf) requireKnown(derivation.prf);
  return derivation.iterationCount;
}

function requireKnown(algorithm: AlgorithmIdentifier): void {
  if (!('name' in getCrypto(true).getAlgorithmByOID(algorithm.algorithmId)))
    throw unknownAlgorithm(algorithm);
}

function unknownAlgorithm({ algorithmId }: AlgorithmIdentifier): KeystoreError {
  return new KeystoreError(
    `The keystore is protected by an algorithm that Quayside doesn’t know (${algorithmId}). ${CONVERT}`,
  );
}

function checkIterations(iterations: readonly number[]): void {
  const total = iterations.reduce((sum, count) => sum + count, 0);
  if (iterations.every((count) => count >= 0) && total <= MAX_ITERATIONS) return;
  throw new KeystoreError(
    `The keystore asks for more rounds of key derivation than Quayside computes. ${CONVERT}`,
  );
}

function keyOf({ bagValue, bagAttributes = [] }: SafeBag, passphrase: string): KeystoreKey[] {
  const isEncrypted = bagValue instanceof PKCS8ShroudedKeyBag;
  if (!isEncrypted && !(bagValue instanceof PrivateKeyInfo)) return [];
  const [name] = bagAttributes.find(({ type }) => type === FRIENDLY_NAME)?.values ?? [];
  return [
    {
      alias: name instanceof BmpString ? name.getValue() : null,
      open() {
        if (isEncrypted) checkIterations([readIterations(bagValue.encryptionAlgorithm)]);
        const key = Buffer.from(bagValue.toSchema().toBER());
        return createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase });
      },
    },
  ];
}

function certificateOf({ bagValue }: SafeBag): Buffer[] {
  if (!(bagValue instanceof CertBag) || bagValue.certId !== X509_CERTIFICATE) return [];
  return [Buffer.from((bagValue.certValue as OctetString).getValue())];
}

/**
 * Writes a key and its certificate as a PKCS #12 file that `keytool` of Java 8u301 and newer and OpenSSL read: the key
 * under AES-256, all of it under an HMAC. The certificate is public and stays readable.
 * @see RFC 7292, section 4
 */
export async function writePkcs12(
  { privateKey, certificate }: SigningKey,
  { passphrase, alias }: { readonly passphrase: string; readonly alias: string },
): Promise<Buffer> {
  const password = passwordOf(passphrase);
  const bagAttributes = [new Attribute({ type: FRIENDLY_NAME, values: [new BmpString({ value: alias })] })];
  const encrypted = await getCrypto(true).encryptEncryptedContentInfo({
    password,
    contentEncryptionAlgorithm: { name: 'AES-CBC', length: 256 },
    hmacHashAlgorithm: 'SHA-256',
    iterationCount: ITERATIONS,
    contentToEncrypt: Uint8Array.from(privateKey.export({ type: 'pkcs8', format: 'der' })).buffer,
    contentType: ContentInfo.DATA,
  });
  const keyBag = new PKCS8ShroudedKeyBag({
    encryptionAlgorithm: encrypted.contentEncryptionAlgorithm,
    encryptedData: encrypted.encryptedContent as OctetString,
  });
  const certificateBag = new CertBag({
    certId: X509_CERTIFICATE,
    certValue: new OctetString({ valueHex: certificate }),
  });
  const value = new SafeContents({
    safeBags: [
      new SafeBag({ bagId: SHROUDED_KEY_BAG, bagValue: keyBag, bagAttributes }),
      new SafeBag({ bagId: CERTIFICATE_BAG, bagValue: certificateBag, bagAttributes }),
    ],
  });
  const authenticatedSafe = new AuthenticatedSafe({
    parsedValue: { safeContents: [{ privacyMode: 0, value }] },
  });
  await authenticatedSafe.makeInternalValues({ safeContents: [{}] });
  const file = new PFX({ parsedValue: { integrityMode: 0, authenticatedSafe } });
  await file.makeInternalValues({
    password,
    iterations: ITERATIONS,
    pbkdf2HashAlgorithm: 'SHA-256',
    hmacHashAlgorithm: 'SHA-256',
  });
  return Buffer.from(file.toSchema().toBER());
}

function passwordOf(passphrase: string): ArrayBuffer {
  return new TextEncoder().encode(passphrase).buffer;
}
