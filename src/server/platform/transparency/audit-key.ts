import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Context } from '../context.ts';
import { ensureStoreKey, findStoreKey } from '../db/store-key.ts';
import { decryptAtRest, encryptAtRest } from '../secrets/encryption.ts';
import { verifierKeyOf } from './checkpoint.ts';

/** The purpose under which the private key is encrypted. */
const PURPOSE = 'audit';

/** The key that signs the checkpoints of the audit log. */
export interface AuditKey {
  /** The name of the log and its key: the address at its first use, which stays when the address changes. */
  readonly origin: string;
  readonly verifierKey: string;
  readonly privateKey: KeyObject;
}

type AuditKeyParts = Pick<Context, 'db' | 'secret' | 'config'>;

/**
 * Returns the key, created on first use. When several servers create one at the same time, all use the one stored first.
 * Throws when the stored key was encrypted with another secret.
 */
export async function readAuditKey(parts: AuditKeyParts): Promise<AuditKey> {
  const row = await ensureStoreKey(parts.db, PURPOSE, async () => generateAuditKey(parts));
  const pkcs8 = decryptAtRest(row.encryptedPrivateKey, { secret: parts.secret, name: PURPOSE });
  return {
    origin: row.publicKey.slice(0, row.publicKey.indexOf('+')),
    verifierKey: row.publicKey,
    privateKey: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }),
  };
}

/** Returns the verifier key of the log; null before its first checkpoint. */
export async function findVerifierKey({ db }: Pick<Context, 'db'>): Promise<string | null> {
  return (await findStoreKey(db, PURPOSE))?.publicKey ?? null;
}

function generateAuditKey({ secret, config }: AuditKeyParts) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  return {
    purpose: PURPOSE,
    publicKey: verifierKeyOf(originOf(config.publicUrl), publicKey),
    encryptedPrivateKey: encryptAtRest(pkcs8, { secret, name: PURPOSE }),
  } as const;
}

/** Returns the address of the log without its scheme, as c2sp.org/tlog-tiles recommends. */
function originOf(publicUrl: string): string {
  const { host, pathname } = new URL('transparency', publicUrl);
  return `${host}${pathname}`;
}
