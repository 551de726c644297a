import { open } from 'node:fs/promises';
import { inArray } from 'drizzle-orm';
import { emit } from '../../events/emit.ts';
import { KeystoreError, MAX_KEYSTORE_BYTES } from '../../feeds/keystore/keystore.ts';
import { fingerprint, readSigningKey, type SigningKey, storeSigningKey } from '../../feeds/signing/key.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/open.ts';
import { auditEvents } from '../../platform/db/tables/audit.ts';

/** A keystore file, and how to open it. */
export interface KeystoreFile {
  /** An absolute path. */
  readonly file: string;
  readonly passphrase: string;
  readonly alias?: string | undefined;
}

interface KeyImport extends KeystoreFile {
  /** True to replace a key that store clients may already use. */
  readonly isReplacing: boolean;
}

/** Reads the signing key of a keystore file. Throws `StartupError` with what is wrong with it. */
export async function readKeystoreFile({ file, ...choice }: KeystoreFile): Promise<SigningKey> {
  const bytes = await readSmallFile(file);
  const { readSigningKeystore } = await import('../../feeds/keystore/read-key.ts');
  try {
    return await readSigningKeystore(bytes, choice);
  } catch (error) {
    if (!(error instanceof KeystoreError)) throw error;
    throw new StartupError(`${file}: ${error.message}`);
  }
}

async function readSmallFile(file: string): Promise<Buffer> {
  try {
    await using handle = await open(file, 'r');
    const { size } = await handle.stat();
    if (size > MAX_KEYSTORE_BYTES) throw new Error('it is larger than a keystore');
    return await handle.readFile();
  } catch (error) {
    throw new StartupError(`${file} can’t be read: ${(error as Error).message}.`);
  }
}

/**
 * Makes the key of a PKCS #12 file the repository's signing key. Returns the result as sentences. Throws
 * `StartupError` when the file can't be used, or store clients may use another key and `isReplacing` is false.
 */
export async function importSigningKey(
  context: Context,
  { isReplacing, ...keystore }: KeyImport,
): Promise<string> {
  const key = await readKeystoreFile(keystore);
  const current = fingerprint(await readSigningKey(context));
  const imported = fingerprint(key);
  if (current === imported) return `The repository already uses this key.\nFingerprint: ${imported}`;
  const comparison = `Current fingerprint:  ${current}\nImported fingerprint: ${imported}`;
  if (!isReplacing && (await hasClients(context.db))) {
    throw new StartupError(
      `${comparison}\nApps were published under the current key, so store clients may use it. They reject every other one: everyone would have to remove the repository and add it again. If you want that, run this again with --replace.`,
    );
  }
  await replaceSigningKey(context, key);
  return `${comparison}\nThe repository uses the imported key now and will be signed again when the server runs.`;
}

/** Makes a key the repository's signing key and records that the operator did so. */
export async function replaceSigningKey({ db, secret }: Context, key: SigningKey): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await storeSigningKey(tx, secret, key);
    await emit(tx, {
      by: null,
      name: 'settings.signing-key-imported',
      details: { fingerprint: fingerprint(key), before, by: 'operator' },
    });
  });
}

/** Returns true when something was published, so that store clients may know the repository by its current key. */
export async function hasClients(db: Db): Promise<boolean> {
  const [publication] = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(inArray(auditEvents.event, ['version.published', 'version.imported']))
    .limit(1);
  return publication !== undefined;
}
