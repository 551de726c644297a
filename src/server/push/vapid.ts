import { eq } from 'drizzle-orm';
import webpush from 'web-push';
import type { Context } from '../context.ts';
import { vapidKeys } from '../db/notification-tables.ts';
import { decryptAtRest, encryptAtRest } from '../feeds/signing/encryption.ts';

const ROW = 1;
const PURPOSE = 'vapid';

/** The store's key pair for push services (RFC 8292), in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

type Parts = Pick<Context, 'db' | 'secret'>;

/**
 * The key pair, made when there is none yet. When several servers make one at the same time, the first to be stored is
 * everybody's. Throws when the stored one was encrypted with another secret.
 */
export async function readVapidKeys(parts: Parts): Promise<VapidKeys> {
  const row = (await findRow(parts)) ?? (await createRow(parts));
  try {
    const lock = { secret: parts.secret, name: PURPOSE };
    return { publicKey: row.publicKey, privateKey: decryptAtRest(row.encryptedPrivateKey, lock).toString() };
  } catch (cause) {
    throw new Error(
      'The key for push messages cannot be decrypted: this server has another secret than the one it was made with. Start it with the earlier secret (SECRET, or the secret file of the data directory).',
      { cause },
    );
  }
}

/** Makes the key pair when there is none yet, so that it is there before the first browser asks for it. */
export async function ensureVapidKeys(parts: Parts): Promise<void> {
  if (!(await findRow(parts))) await createRow(parts);
}

async function findRow({ db }: Parts) {
  const [row] = await db.select().from(vapidKeys).where(eq(vapidKeys.id, ROW));
  return row;
}

async function createRow({ db, secret }: Parts) {
  const { publicKey, privateKey } = webpush.generateVAPIDKeys();
  const encryptedPrivateKey = encryptAtRest(Buffer.from(privateKey), { secret, name: PURPOSE });
  await db.insert(vapidKeys).values({ id: ROW, publicKey, encryptedPrivateKey }).onConflictDoNothing();
  const row = await findRow({ db, secret });
  if (!row) throw new Error('The key for push messages was removed while it was being made.');
  return row;
}
