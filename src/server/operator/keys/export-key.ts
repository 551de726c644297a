import { open, rm } from 'node:fs/promises';
import { emit } from '../../events/emit.ts';
import { fingerprint, readSigningKey } from '../../feeds/signing/key.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import type { Context } from '../../platform/context.ts';

const MIN_PASSPHRASE_LENGTH = 12;
/** The name of the key in the file, which `fdroid` asks for as `repo_keyalias`. */
const ALIAS = 'quayside';

interface KeyExport {
  /** An absolute path. */
  readonly file: string;
  readonly passphrase: string;
}

/**
 * Writes the repository's signing key to a new PKCS #12 file that only its owner may read. Returns the result as a sentence.
 * Throws `StartupError` for a short passphrase or a file that exists or can't be written.
 */
export async function exportSigningKey(context: Context, { file, passphrase }: KeyExport): Promise<string> {
  if (passphrase.length < MIN_PASSPHRASE_LENGTH) {
    throw new StartupError(
      `The passphrase is too short. Use at least ${MIN_PASSPHRASE_LENGTH} characters: it protects the key that all store clients trust.`,
    );
  }
  const key = await readSigningKey(context);
  const signer = fingerprint(key);
  const { writePkcs12 } = await import('../../feeds/keystore/pkcs12.ts');
  const content = await writePkcs12(key, { passphrase, alias: ALIAS });
  await using written = await writeNewFile(file, content);
  await context.db.transaction((tx) =>
    emit(tx, {
      by: null,
      name: 'settings.signing-key-exported',
      details: { fingerprint: signer, by: 'operator' },
    }),
  );
  written.keep();
  return `The signing key is in ${file} under the name ${ALIAS}.\nFingerprint: ${signer}\nKeep the file and its passphrase in two places apart from this server.`;
}

/** A new file that is removed again unless it is kept. */
interface NewFile extends AsyncDisposable {
  keep(): void;
}

async function writeNewFile(file: string, content: Buffer): Promise<NewFile> {
  let isKept = false;
  const remove = async () => {
    if (!isKept) await rm(file, { force: true });
  };
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(
      error.code === 'EEXIST'
        ? `${file} exists. Keys are never overwritten; choose another name.`
        : `${file} can’t be written: ${error.message}.`,
    );
  });
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await remove();
    throw new StartupError(`${file} can’t be written: ${(error as Error).message}.`);
  } finally {
    await handle.close();
  }
  return {
    keep: () => {
      isKept = true;
    },
    [Symbol.asyncDispose]: remove,
  };
}
