import { createHmac, createPrivateKey, hash, timingSafeEqual, X509Certificate } from 'node:crypto';
import {
  type DerElement,
  derChildren,
  isContext,
  readDer,
  readInteger,
  readOid,
  sequenceOf,
} from '#shared/packages/signature/der.ts';
import { type KeystoreEntry, KeystoreError, WRONG_PASSPHRASE } from './keystore.ts';
import { decryptByPassphrase, deriveChecksumKey, joinOctets, readIterations, readOctets } from './pbe.ts';

const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
const KEY_BAG = '1.2.840.113549.1.12.10.1.1';
const SHROUDED_KEY_BAG = '1.2.840.113549.1.12.10.1.2';
const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3';
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';
const FRIENDLY_NAME = '1.2.840.113549.1.9.20';

/** Digests of the MAC, by object identifier. */
const DIGESTS = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.4', 'sha224'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);

/**
 * Reads the private keys of a PKCS #12 file in password mode, with their certificates. Throws `KeystoreError` or, for
 * damaged structures, `DerError`.
 * @see RFC 7292, section 4
 */
export function readPkcs12(bytes: Uint8Array, passphrase: string): KeystoreEntry[] {
  const [, authSafe, macData] = sequenceOf(readDer(bytes));
  const content = readOctets(explicitContent(authSafe, DATA));
  verifyMac(macData, content, passphrase);
  const bags = sequenceOf(readDer(content)).flatMap((info) => readBags(info, passphrase));
  const certificates = bags.flatMap((bag) => readCertificate(bag) ?? []);
  return bags.flatMap((bag): KeystoreEntry[] => {
    const pkcs8 = readPrivateKey(bag, passphrase);
    if (!pkcs8) return [];
    const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
    const own = certificates.find((der) => new X509Certificate(der).checkPrivateKey(privateKey));
    return [{ alias: bag.alias, privateKey, certificates: own ? chainFrom(own, certificates) : [] }];
  });
}

/** Follows the issuers of a certificate within the same file. */
function chainFrom(own: Buffer, certificates: readonly Buffer[]): Buffer[] {
  const chain = [own];
  for (let last = new X509Certificate(own); !last.checkIssued(last); ) {
    const issuer = certificates.find((der) => last.checkIssued(new X509Certificate(der)));
    if (!issuer || chain.includes(issuer)) break;
    chain.push(issuer);
    last = new X509Certificate(issuer);
  }
  return chain;
}

function verifyMac(macData: DerElement | undefined, content: Buffer, passphrase: string): void {
  if (!macData) {
    throw new KeystoreError(
      'The keystore has no checksum, so it can’t be checked. Export it again with one.',
    );
  }
  const [digestInfo, salt, iterations] = sequenceOf(macData);
  const [algorithm, expected] = sequenceOf(digestInfo);
  const oid = readOid(sequenceOf(algorithm)[0]);
  const digest = DIGESTS.get(oid);
  if (!digest) throw new KeystoreError(`The keystore has a checksum that Quayside doesn’t know (${oid}).`);
  const mac = readOctets(expected);
  // Before the derivation, which takes the longer the longer it is.
  if (mac.length !== hash(digest, '', 'buffer').length) {
    throw new KeystoreError('The keystore is damaged: its checksum has the wrong length.');
  }
  const secret = {
    passphrase,
    digest,
    salt: readOctets(salt),
    iterations: iterations ? readIterations(iterations) : 1,
  };
  const actual = createHmac(digest, deriveChecksumKey(secret)).update(content).digest();
  if (!timingSafeEqual(actual, mac)) throw new KeystoreError(WRONG_PASSPHRASE);
}

interface Bag {
  readonly type: string;
  readonly value: DerElement;
  readonly alias: string | null;
}

function readBags(info: DerElement, passphrase: string): Bag[] {
  const type = readOid(sequenceOf(info)[0]);
  if (type !== DATA && type !== ENCRYPTED_DATA) {
    throw new KeystoreError('The keystore is encrypted for a public key. Export it with a passphrase.');
  }
  const inner = explicitContent(info, type);
  const contents = type === DATA ? readOctets(inner) : decryptContents(inner, passphrase);
  return sequenceOf(readDer(contents)).map((bag) => {
    const [identifier, wrapped, attributes] = sequenceOf(bag);
    const value = isContext(wrapped, 0) ? readDer(wrapped.content) : undefined;
    if (!value) throw new KeystoreError('The keystore is damaged: an entry has no content.');
    return { type: readOid(identifier), value, alias: readAlias(attributes) };
  });
}

/** Decrypts an EncryptedData (RFC 5652, section 8). */
function decryptContents(encryptedData: DerElement, passphrase: string): Buffer {
  const [version, info] = sequenceOf(encryptedData);
  readInteger(version);
  const [, algorithm, ciphertext] = sequenceOf(info);
  if (!isContext(ciphertext, 0)) throw new KeystoreError('The keystore is damaged: its content is missing.');
  return decryptByPassphrase(algorithm, joinOctets(ciphertext), passphrase);
}

function explicitContent(info: DerElement | undefined, type: string): DerElement {
  const [identifier, wrapped] = sequenceOf(info);
  if (readOid(identifier) !== type || !isContext(wrapped, 0)) {
    throw new KeystoreError('The keystore isn’t protected by a passphrase. Export it with one.');
  }
  return readDer(wrapped.content);
}

function readPrivateKey({ type, value }: Bag, passphrase: string): Buffer | null {
  if (type === KEY_BAG) return Buffer.from(value.encoded);
  if (type !== SHROUDED_KEY_BAG) return null;
  const [algorithm, ciphertext] = sequenceOf(value);
  return decryptByPassphrase(algorithm, readOctets(ciphertext), passphrase);
}

function readCertificate({ type, value }: Bag): Buffer | null {
  if (type !== CERTIFICATE_BAG) return null;
  const [identifier, wrapped] = sequenceOf(value);
  if (readOid(identifier) !== X509_CERTIFICATE || !isContext(wrapped, 0)) return null;
  return readOctets(readDer(wrapped.content));
}

/** Returns the name of an entry, a BMPString: UTF-16 in big-endian order. */
function readAlias(attributes: DerElement | undefined): string | null {
  for (const attribute of attributes ? derChildren(attributes.content) : []) {
    const [identifier, values] = sequenceOf(attribute);
    const [name] = values ? derChildren(values.content) : [];
    if (readOid(identifier) !== FRIENDLY_NAME || !name || name.content.length % 2 !== 0) continue;
    return Buffer.from(name.content).swap16().toString('utf16le');
  }
  return null;
}
