import { createDecipheriv, hash, pbkdf2Sync } from 'node:crypto';
import {
  type DerElement,
  derChildren,
  expectTag,
  readInteger,
  readOid,
  sequenceOf,
  TAG,
} from '#shared/packages/signature/der.ts';
import { CONVERT, KeystoreError, WRONG_PASSPHRASE } from './keystore.ts';

/** Java's own limit; a higher number would only keep the operator waiting. */
const MAX_ITERATIONS = 5_000_000;

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const HMAC_SHA_1 = '1.2.840.113549.2.7';

/** Pseudorandom functions of PBKDF2 (RFC 8018, appendix B.1), by object identifier. */
const PSEUDORANDOM = new Map([
  [HMAC_SHA_1, 'sha1'],
  ['1.2.840.113549.2.8', 'sha224'],
  ['1.2.840.113549.2.9', 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
]);

/** Ciphers of PBES2, with the bytes of their keys. */
const CIPHERS = new Map([
  ['2.16.840.1.101.3.4.1.2', { name: 'aes-128-cbc', keyBytes: 16 }],
  ['2.16.840.1.101.3.4.1.22', { name: 'aes-192-cbc', keyBytes: 24 }],
  ['2.16.840.1.101.3.4.1.42', { name: 'aes-256-cbc', keyBytes: 32 }],
  ['1.2.840.113549.3.7', { name: 'des-ede3-cbc', keyBytes: 24 }],
]);

/**
 * Decrypts what a passphrase protects, by an encoded AlgorithmIdentifier. Throws `KeystoreError` for an unknown algorithm
 * or another passphrase.
 * @see RFC 8018, section 6.2 (PBES2)
 */
export function decryptByPassphrase(
  algorithm: DerElement | undefined,
  ciphertext: Uint8Array,
  passphrase: string,
): Buffer {
  const [identifier, parameters] = sequenceOf(algorithm);
  const oid = readOid(identifier);
  // The algorithms of PKCS #12 itself, Triple DES and RC2, which Java used until version 15.
  if (oid !== PBES2) throw unknownAlgorithm(oid);
  const [derivation, scheme] = sequenceOf(parameters);
  const [derivationOid, derivationParameters] = sequenceOf(derivation);
  if (readOid(derivationOid) !== PBKDF2) throw unknownAlgorithm(readOid(derivationOid));
  const [salt, iterations, ...optional] = sequenceOf(derivationParameters);
  const prf = optional.find(({ tag }) => tag === TAG.sequence);
  const prfOid = prf ? readOid(sequenceOf(prf)[0]) : HMAC_SHA_1;
  const digest = PSEUDORANDOM.get(prfOid);
  if (!digest) throw unknownAlgorithm(prfOid);
  const [cipherOid, iv] = sequenceOf(scheme);
  const cipher = CIPHERS.get(readOid(cipherOid));
  if (!cipher) throw unknownAlgorithm(readOid(cipherOid));
  const { keyBytes, name } = cipher;
  const key = pbkdf2Sync(passphrase, readOctets(salt), readIterations(iterations), keyBytes, digest);
  return decipher(name, { key, iv: readOctets(iv) }, ciphertext);
}

function decipher(
  name: string,
  { key, iv }: { key: Uint8Array; iv: Uint8Array },
  ciphertext: Uint8Array,
): Buffer {
  try {
    const running = createDecipheriv(name, key, iv);
    return Buffer.concat([running.update(ciphertext), running.final()]);
  } catch {
    throw new KeystoreError(WRONG_PASSPHRASE);
  }
}

/** A passphrase and the way to derive keys from it. */
export interface Pkcs12Secret {
  readonly passphrase: string;
  readonly digest: string;
  readonly salt: Uint8Array;
  readonly iterations: number;
}

/** The first input of the derivation for a checksum (RFC 7292, appendix B.3). */
const FOR_CHECKSUM = 3;

/** Derives the key of a file's checksum from a passphrase, as long as the digest. @see RFC 7292, appendix B.2 */
export function deriveChecksumKey({ passphrase, digest, salt, iterations }: Pkcs12Secret): Buffer {
  const blockBytes = digest === 'sha384' || digest === 'sha512' ? 128 : 64;
  const password = Buffer.from(`${passphrase}\0`, 'utf16le').swap16();
  const diversifier = Buffer.alloc(blockBytes, FOR_CHECKSUM);
  let key = Buffer.concat([diversifier, fill(salt, blockBytes), fill(password, blockBytes)]);
  for (let round = 0; round < iterations; round++) key = hash(digest, key, 'buffer');
  return key;
}

/** Repeats bytes up to a multiple of the block's length. */
function fill(bytes: Uint8Array, blockBytes: number): Buffer {
  const length = Math.ceil(bytes.length / blockBytes) * blockBytes;
  return Buffer.from(Uint8Array.from({ length }, (_, index) => bytes[index % bytes.length] ?? 0));
}

/** Reads a number of iterations. Throws `KeystoreError` when it is out of range. */
export function readIterations(element: DerElement | undefined): number {
  const iterations = Number(readInteger(element));
  if (iterations >= 1 && iterations <= MAX_ITERATIONS) return iterations;
  throw new KeystoreError('The keystore asks for more rounds of key derivation than Quayside computes.');
}

/** Reads an OCTET STRING, also one in several pieces. */
export function readOctets(element: DerElement | undefined): Buffer {
  return joinOctets(expectTag(element, TAG.octetString));
}

/** Joins the pieces of an octet string under any tag. */
export function joinOctets({ constructed, content }: DerElement): Buffer {
  if (!constructed) return Buffer.from(content);
  return Buffer.concat(derChildren(content).map((piece) => readOctets(piece)));
}

function unknownAlgorithm(oid: string): KeystoreError {
  return new KeystoreError(
    `The keystore is protected by an algorithm that Quayside doesn’t know (${oid}). ${CONVERT}`,
  );
}
