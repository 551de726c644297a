import { emit } from '../events/emit.ts';
import { fingerprint, generateSigningKey, storeSigningKey } from '../feeds/signing/key.ts';
import { ADMIN_COMMAND } from '../platform/config/admin-command.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Context } from '../platform/context.ts';
import { readSettings } from '../platform/settings.ts';
import { type OperatorCommand, onStore } from './command.ts';
import { readLine } from './read-line.ts';

export const rotateKeyCommand: OperatorCommand = {
  usage: 'keys rotate',
  purpose: 'replace the repository’s signing key by a new one, which all clients reject',
  options: {},
  run: onStore(rotateSigningKey),
};

const CONSEQUENCES = `A new signing key makes a new repository for every client:
  - F-Droid clients keep one fingerprint for each repository and reject an index that another key signed. Until they do
    something, users get no updates any more, and their client shows an error.
  - Everyone has to remove the repository and add it again with the new fingerprint. Installed apps stay, and can be
    updated afterwards, because apps have keys of their own.
  - Links and QR codes with the earlier fingerprint stop working.
Do this only if the key was stolen. To keep the current key, export it first: ${ADMIN_COMMAND} keys export FILE
`;

async function rotateSigningKey(context: Context): Promise<string> {
  const { storeName } = await readSettings(context.db);
  process.stderr.write(CONSEQUENCES);
  const typed = await readLine(`Type the name of the store, ${storeName}, to continue: `);
  if (typed.trim() !== storeName) {
    throw new StartupError(`That isn’t the name of the store, ${storeName}. Nothing was changed.`);
  }
  const key = await generateSigningKey(context.clock());
  const made = fingerprint(key);
  const before = await context.db.transaction(async (tx) => {
    const replaced = await storeSigningKey(tx, context.secret, key);
    await emit(tx, {
      by: null,
      name: 'settings.signing-key-rotated',
      details: { fingerprint: made, before: replaced, by: 'operator' },
    });
    return replaced;
  });
  return [
    `Earlier fingerprint: ${before ?? 'none'}`,
    `New fingerprint:     ${made}`,
    `The repository will be signed with the new key when the server runs. Back the key up: ${ADMIN_COMMAND} keys export FILE`,
  ].join('\n');
}
