import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/*
 * Checkpoints of a transparency log (c2sp.org/tlog-checkpoint) as signed notes with Ed25519 (c2sp.org/signed-note), and
 * verifier keys as Go's golang.org/x/mod/sumdb/note writes them: NAME+ID+KEY.
 */

/** The size and root of a log. */
export interface TreeHead {
  /** The unique name of the log. */
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

/** The longest note that is read: a checkpoint with signatures of many witnesses. */
export const MAX_NOTE_LENGTH = 100_000;

/** Marks Ed25519 in key IDs and verifier keys. */
const ED25519 = Uint8Array.of(1);
const KEY_ID_BYTES = 4;
const RAW_KEY_BYTES = 32;
/** The start of an Ed25519 key as SubjectPublicKeyInfo (RFC 8410, section 4); the key follows. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Thrown for a note or a key that can't be read, or whose signature is wrong; the message is for users. */
export class CheckpointError extends Error {
  override readonly name = 'CheckpointError';
}

/** Returns the verifier key of an Ed25519 key with a name: what others need to check its notes. */
export function verifierKeyOf(name: string, publicKey: KeyObject): string {
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-RAW_KEY_BYTES);
  const encoded = Buffer.concat([ED25519, raw]).toString('base64');
  return `${name}+${keyId(name, raw).toString('hex')}+${encoded}`;
}

/** Returns the checkpoint of a tree, signed by a key with the name of the log. */
export function signCheckpoint({ origin, size, root }: TreeHead, privateKey: KeyObject): string {
  const body = `${origin}\n${size}\n${root.toString('base64')}\n`;
  const raw = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-RAW_KEY_BYTES);
  const signature = Buffer.concat([keyId(origin, raw), sign(null, Buffer.from(body), privateKey)]);
  return `${body}\n— ${origin} ${signature.toString('base64')}\n`;
}

/**
 * Returns the tree that a signed checkpoint describes. Signatures of other keys, such as witnesses, are ignored. Throws
 * `CheckpointError` without a valid signature of the verifier key.
 */
export function openCheckpoint(note: string, verifierKey: string): TreeHead {
  const key = readVerifierKey(verifierKey);
  const { body, signatures } = readNote(note);
  const own = signatures.filter((signature) => isBy(signature, key));
  if (own.length === 0) throw new CheckpointError('The checkpoint isn’t signed by this key.');
  const isValid = own.every(({ bytes }) =>
    verify(null, Buffer.from(body), key.publicKey, bytes.subarray(KEY_ID_BYTES)),
  );
  if (!isValid) throw new CheckpointError('The signature of the checkpoint is wrong.');
  return readBody(body);
}

/**
 * Returns true if a note has a signature with the name and id of a key, right or wrong. Throws `CheckpointError` for what isn't
 * a signed note.
 */
export function namesKey(note: string, verifierKey: string): boolean {
  const key = readVerifierKey(verifierKey);
  return readNote(note).signatures.some((signature) => isBy(signature, key));
}

/**
 * Returns the tree that a checkpoint describes, without checking who signed it. Throws `CheckpointError` for a note without
 * signatures, and for one that isn't a checkpoint.
 */
export function readUncheckedCheckpoint(note: string): TreeHead {
  const { body, signatures } = readNote(note);
  if (signatures.length === 0) throw new CheckpointError('The checkpoint isn’t signed.');
  return readBody(body);
}

interface Signature {
  /** The name of its key. */
  readonly name: string;
  /** The id of its key and the signature proper. */
  readonly bytes: Buffer;
}

function readNote(note: string): { body: string; signatures: Signature[] } {
  const end = note.lastIndexOf('\n\n');
  if (note.length > MAX_NOTE_LENGTH || end === -1 || !note.endsWith('\n')) {
    throw new CheckpointError('The checkpoint isn’t a signed note.');
  }
  const signatures = note
    .slice(end + 2, -1)
    .split('\n')
    .flatMap((line) => {
      const [, name, encoded] = /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/.exec(line) ?? [];
      return name && encoded ? [{ name, bytes: Buffer.from(encoded, 'base64') }] : [];
    });
  return { body: note.slice(0, end + 1), signatures };
}

function isBy({ name, bytes }: Signature, key: { readonly name: string; readonly id: Buffer }): boolean {
  return name === key.name && bytes.subarray(0, KEY_ID_BYTES).equals(key.id);
}

function readBody(body: string): TreeHead {
  const [origin = '', size = '', encoded = ''] = body.split('\n');
  const root = Buffer.from(encoded, 'base64');
  const isCheckpoint =
    origin !== '' &&
    /^(?:0|[1-9]\d{0,14})$/.test(size) &&
    root.length === RAW_KEY_BYTES &&
    root.toString('base64') === encoded;
  if (!isCheckpoint) throw new CheckpointError('The signed note isn’t a checkpoint.');
  return { origin, size: Number(size), root };
}

function readVerifierKey(verifierKey: string): { name: string; id: Buffer; publicKey: KeyObject } {
  const [, name = '', hexId = '', encoded = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(verifierKey.trim()) ?? [];
  const key = Buffer.from(encoded, 'base64');
  const raw = key.subarray(1);
  const id = Buffer.from(hexId, 'hex');
  if (raw.length !== RAW_KEY_BYTES || key[0] !== ED25519[0] || !id.equals(keyId(name, raw))) {
    throw new CheckpointError('The key isn’t a verifier key of the form NAME+ID+KEY for Ed25519.');
  }
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' });
  return { name, id, publicKey };
}

function keyId(name: string, rawKey: Uint8Array): Buffer {
  const hash = createHash('sha256').update(`${name}\n`).update(ED25519).update(rawKey).digest();
  return hash.subarray(0, KEY_ID_BYTES);
}
