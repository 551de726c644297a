import { constants, createHash, createSign, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { unzipSync, type Zippable, zipSync } from 'fflate';

/*
 * Signs small packages for tests with all of Android's schemes, correctly and incorrectly. Shares no code
 * with the verifier, so an agreement of the two was implemented twice.
 */

/** A key with its own certificate. */
export interface Identity {
  name: string;
  certificate: Buffer;
  publicKey: Buffer;
  key: KeyObject;
}

export type KeyKind = 'RSA' | 'DSA' | 'EC';

/** Creates a key and a self-signed certificate for it. */
export function makeIdentity(kind: KeyKind = 'EC', { size = 0, name = 'Test' } = {}): Identity {
  const { publicKey, privateKey } = keyPair(kind, size);
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const sha256WithEc = der(0x30, oid('2a8648ce3d040302'));
  const dn = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(name)))));
  const validity = der(0x30, time('200101000000Z'), time('491231235959Z'));
  const version = der(0xa0, der(0x02, Buffer.of(2)));
  const tbs = der(0x30, version, der(0x02, Buffer.of(7)), sha256WithEc, dn, validity, dn, spki);
  const certificate = der(0x30, tbs, sha256WithEc, der(0x03, Buffer.of(0), sign('sha256', tbs, privateKey)));
  return { name, certificate, publicKey: spki, key: privateKey };
}

function keyPair(kind: KeyKind, size: number) {
  if (kind === 'RSA') return generateKeyPairSync('rsa', { modulusLength: size || 2048 });
  if (kind === 'DSA') return generateKeyPairSync('dsa', { modulusLength: size || 1024, divisorLength: 160 });
  return generateKeyPairSync('ec', { namedCurve: `P-${size || 256}` });
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const length = content.length.toString(16);
  const long = Buffer.from(length.padStart(length.length + (length.length % 2), '0'), 'hex');
  const header = content.length < 128 ? [content.length] : [0x80 | long.length, ...long];
  return Buffer.concat([Buffer.of(tag, ...header), content]);
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const time = (text: string) => der(0x17, Buffer.from(text));

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Returns the files that every test package starts from. */
export function packageFiles(): Record<string, Uint8Array> {
  const plain = new URL('../fixtures/packages/plain.apk', import.meta.url);
  return { ...unzipSync(readFileSync(plain)), 'assets/data.bin': Buffer.alloc(5000, 'quay') };
}

/** Zips files, padded so that a signing block after them starts on a page boundary. */
export function zipFiles(files: Zippable): Buffer {
  const plain = Buffer.from(zipSync(files));
  const { directory } = zipLayout(plain);
  const pad = (4096 - ((directory + 30 + 10) % 4096)) % 4096;
  return Buffer.from(zipSync({ ...files, 'assets/pad': [Buffer.alloc(pad), { level: 0 }] }));
}

function zipLayout(zip: Buffer) {
  const end = zip.length - 22;
  return { end, directory: zip.readUInt32LE(end + 16) };
}

/** Algorithm ids of the APK Signature Schemes, with the key type they need. */
export const ALGORITHM = {
  pssSha256: 0x0101,
  pssSha512: 0x0102,
  rsaSha256: 0x0103,
  rsaSha512: 0x0104,
  ecSha256: 0x0201,
  ecSha512: 0x0202,
  dsaSha256: 0x0301,
  verityEc: 0x0423,
} as const;

export interface Signer {
  identity: Identity;
  algorithms?: number[];
  /** v3 and v3.1: the releases that this signer covers. */
  sdk?: [number, number];
  /** Releases in the signed data, if they should differ. */
  signedSdk?: [number, number];
  attributes?: Buffer[];
  /** Certificate to use instead of the identity's own. */
  certificate?: Buffer;
  /** Certificates to include, the signer's own first. */
  certificates?: Buffer[];
  /** Modifies the digests before they are signed. */
  digest?: (digest: Buffer) => Buffer;
  /** Modifies the signature. */
  signature?: (signature: Buffer) => Buffer;
}

export type Block = { id: number; value: (zip: Buffer) => Buffer };

export const v2 = (...signers: Signer[]): Block => ({
  id: 0x7109871a,
  value: (zip) => block(zip, signers, false),
});
export const v3 = (...signers: Signer[]): Block => ({
  id: 0xf05368c0,
  value: (zip) => block(zip, signers, true),
});
export const v31 = (...signers: Signer[]): Block => ({
  id: 0x1b93ad61,
  value: (zip) => block(zip, signers, true),
});
export const rawBlock = (id: number, value: Buffer): Block => ({ id, value: () => value });

/** Inserts a signing block with these values before the central directory. */
export function withBlocks(zip: Buffer, ...blocks: Block[]): Buffer {
  const { end, directory } = zipLayout(zip);
  const pairs = blocks.map(({ id, value }) => {
    const bytes = Buffer.concat([u32(id), value(zip)]);
    return Buffer.concat([u64(bytes.length), bytes]);
  });
  const used = Buffer.concat(pairs);
  const rest = (4096 - ((used.length + 32) % 4096)) % 4096;
  const padding = rest === 0 ? Buffer.alloc(0) : paddingPair(rest < 12 ? rest + 4096 : rest);
  const size = u64(used.length + padding.length + 24);
  const signingBlock = Buffer.concat([size, used, padding, size, Buffer.from('APK Sig Block 42')]);
  const record = Buffer.from(zip.subarray(end));
  record.writeUInt32LE(directory + signingBlock.length, 16);
  return Buffer.concat([zip.subarray(0, directory), signingBlock, zip.subarray(directory, end), record]);
}

function paddingPair(size: number): Buffer {
  return Buffer.concat([u64(size - 8), u32(0x42726577), Buffer.alloc(size - 12)]);
}

function block(zip: Buffer, signers: Signer[], ranged: boolean): Buffer {
  return sequence(signers.map((signer) => signerRecord(zip, signer, ranged)));
}

function signerRecord(zip: Buffer, signer: Signer, ranged: boolean): Buffer {
  const { identity, algorithms = [defaultAlgorithm(identity)], sdk = [24, 0x7fffffff] } = signer;
  const { attributes = [], digest = same, signature = same, signedSdk = sdk } = signer;
  const range = (values: number[]) => (ranged ? values.map(u32) : []);
  const signedData = Buffer.concat([
    sequence(algorithms.map((id) => Buffer.concat([u32(id), prefixed(digest(contentDigest(zip, id)))]))),
    sequence(signer.certificates ?? [signer.certificate ?? identity.certificate]),
    ...range(signedSdk),
    sequence(attributes),
  ]);
  const signatures = algorithms.map((id) =>
    Buffer.concat([u32(id), prefixed(signature(signWith(id, identity.key, signedData)))]),
  );
  return Buffer.concat([
    prefixed(signedData),
    ...range(sdk),
    sequence(signatures),
    prefixed(identity.publicKey),
  ]);
}

const same = (bytes: Buffer) => bytes;

function defaultAlgorithm({ key }: Identity): number {
  return { rsa: ALGORITHM.rsaSha256, dsa: ALGORITHM.dsaSha256, ec: ALGORITHM.ecSha256 }[
    key.asymmetricKeyType as 'ec'
  ];
}

function signWith(algorithm: number, key: KeyObject, data: Buffer): Buffer {
  const hash = algorithm === 0x0102 || algorithm === 0x0104 || algorithm === 0x0202 ? 'sha512' : 'sha256';
  if (algorithm > 0x0102) return sign(hash, data, key);
  return sign(hash, data, {
    key,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  });
}

/** Encodes an attribute of a v2 or v3 signer. */
export function attribute(id: number, value: Buffer): Buffer {
  return Buffer.concat([u32(id), value]);
}

export const strippingProtection = (scheme: number) => attribute(0xbeeff00d, u32(scheme));
export const rotationMinSdk = (sdk: number) => attribute(0x559f8b02, u32(sdk));

/** Encodes a proof of rotation: each identity, oldest first, signs the next one. */
export function lineage(...nodes: { identity: Identity; flags?: number; signer?: Identity }[]): Buffer {
  let parent: Identity | undefined;
  const encoded = nodes.map(({ identity, flags = 23, signer }) => {
    const algorithm = parent ? defaultAlgorithm(parent) : 0;
    const signedData = Buffer.concat([prefixed(identity.certificate), u32(algorithm)]);
    const by = signer ?? parent;
    const signature = by ? signWith(algorithm, by.key, signedData) : Buffer.alloc(0);
    parent = identity;
    return Buffer.concat([
      prefixed(signedData),
      u32(flags),
      u32(defaultAlgorithm(identity)),
      prefixed(signature),
    ]);
  });
  return attribute(0x3ba06f8c, Buffer.concat([u32(1), ...encoded.map(prefixed)]));
}

function contentDigest(zip: Buffer, algorithm: number): Buffer {
  const { end, directory } = zipLayout(zip);
  const sections = [zip.subarray(0, directory), zip.subarray(directory, end), zip.subarray(end)];
  if (algorithm >= 0x0421) return verityDigest(Buffer.concat(sections));
  const hash = algorithm === 0x0102 || algorithm === 0x0104 || algorithm === 0x0202 ? 'sha512' : 'sha256';
  const chunks = sections.flatMap((section) => slices(section, 1 << 20));
  const digests = chunks.map((chunk) =>
    createHash(hash).update(Buffer.of(0xa5)).update(u32(chunk.length)).update(chunk).digest(),
  );
  return createHash(hash)
    .update(Buffer.of(0x5a))
    .update(u32(chunks.length))
    .update(Buffer.concat(digests))
    .digest();
}

function verityDigest(data: Buffer): Buffer {
  let level = data;
  do {
    const pages = slices(level, 4096).map((page) =>
      Buffer.concat([Buffer.alloc(8), page, Buffer.alloc(4096 - page.length)]),
    );
    level = Buffer.concat(pages.map((page) => createHash('sha256').update(page).digest()));
  } while (level.length > 32);
  return Buffer.concat([level, u64(data.length)]);
}

function slices(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

const prefixed = (bytes: Buffer) => Buffer.concat([u32(bytes.length), bytes]);
const sequence = (items: Buffer[]) => prefixed(Buffer.concat(items.map(prefixed)));

export interface JarOptions {
  /** Additional lines in the main section of the .SF file. */
  signatureFileLines?: string[];
  /** Algorithm of the digests in manifest and signature file, and of the signature. */
  hash?: 'md5' | 'sha1' | 'sha256' | 'sha512';
  /** Signs attributes instead of the file, as RFC 5652 allows. */
  signedAttributes?: boolean;
  /** Base name of the signature files. */
  name?: string;
  /** Omits the digest of the whole manifest, so that its sections are checked. */
  withoutManifestDigest?: boolean;
}

const HASH_NAMES = { md5: 'MD5', sha1: 'SHA1', sha256: 'SHA-256', sha512: 'SHA-512' };
const HASH_OIDS = {
  md5: '2a864886f70d0205',
  sha1: '2b0e03021a',
  sha256: '608648016503040201',
  sha512: '608648016503040203',
};
const KEY_OIDS = { rsa: '2a864886f70d010101', dsa: '2a8648ce380401', ec: '2a8648ce3d0201' };

/** Adds the JAR signature of each identity to the files. */
export function withJarSignature(
  files: Record<string, Uint8Array>,
  identities: Identity[],
  options: JarOptions = {},
): Record<string, Uint8Array> {
  const { hash = 'sha256', signatureFileLines = [], withoutManifestDigest = false } = options;
  const label = HASH_NAMES[hash];
  const base64 = (bytes: Uint8Array) => createHash(hash).update(bytes).digest('base64');
  const sections = Object.entries(files).map(([name, bytes]) => ({
    name,
    text: `Name: ${name}\r\n${label}-Digest: ${base64(bytes)}\r\n\r\n`,
  }));
  const manifest = Buffer.from(`Manifest-Version: 1.0\r\n\r\n${sections.map(({ text }) => text).join('')}`);
  const whole = withoutManifestDigest ? [] : [`${label}-Digest-Manifest: ${base64(manifest)}`];
  const head = ['Signature-Version: 1.0', ...whole, ...signatureFileLines].join('\r\n');
  const entries = sections.map(
    ({ name, text }) => `Name: ${name}\r\n${label}-Digest: ${base64(Buffer.from(text))}\r\n\r\n`,
  );
  const signatureFile = Buffer.from(`${head}\r\n\r\n${entries.join('')}`);
  const result: Record<string, Uint8Array> = { 'META-INF/MANIFEST.MF': manifest, ...files };
  for (const [index, identity] of identities.entries()) {
    const kind = identity.key.asymmetricKeyType as keyof typeof KEY_OIDS;
    const name = `META-INF/${options.name ?? 'CERT'}${index || ''}`;
    result[`${name}.SF`] = signatureFile;
    result[`${name}.${kind.toUpperCase()}`] = pkcs7(identity, signatureFile, { ...options, hash });
  }
  return result;
}

function pkcs7(
  identity: Identity,
  content: Buffer,
  { hash, signedAttributes }: JarOptions & { hash: keyof typeof HASH_OIDS },
): Buffer {
  const data = der(0x30, oid('2a864886f70d010701'));
  const digestAlgorithm = der(0x30, oid(HASH_OIDS[hash]), der(0x05));
  const kind = identity.key.asymmetricKeyType as keyof typeof KEY_OIDS;
  const digest = createHash(hash).update(content).digest();
  const attributes = [
    der(0x30, oid('2a864886f70d010903'), der(0x31, oid('2a864886f70d010701'))),
    der(0x30, oid('2a864886f70d010904'), der(0x31, der(0x04, digest))),
  ];
  const signed = signedAttributes ? der(0x31, ...attributes) : content;
  const signature = createSign(hash).update(signed).sign(identity.key);
  const dn = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x13, Buffer.from(identity.name)))));
  const signerInfo = der(
    0x30,
    der(0x02, Buffer.of(1)),
    der(0x30, dn, der(0x02, Buffer.of(7))),
    digestAlgorithm,
    ...(signedAttributes ? [der(0xa0, ...attributes)] : []),
    der(0x30, oid(KEY_OIDS[kind]), der(0x05)),
    der(0x04, signature),
  );
  const signedData = der(
    0x30,
    der(0x02, Buffer.of(1)),
    der(0x31, digestAlgorithm),
    data,
    der(0xa0, identity.certificate),
    der(0x31, signerInfo),
  );
  return der(0x30, oid('2a864886f70d010702'), der(0xa0, signedData));
}

/** Zips files without padding. */
export function zipWithoutPadding(files: Zippable): Buffer {
  return Buffer.from(zipSync(files));
}
