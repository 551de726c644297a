import { text } from 'node:stream/consumers';
import { StartupError } from '../platform/config/startup-error.ts';

/**
 * Returns the keystore's passphrase: the variable `KEYSTORE_PASSPHRASE`, else the first line of standard input. Throws
 * `StartupError` when there is neither.
 */
export async function readPassphrase(
  fromEnvironment: string | null,
  input: NodeJS.ReadStream,
): Promise<string> {
  if (fromEnvironment !== null) return fromEnvironment;
  // A terminal would show it.
  const [line = ''] = input.isTTY ? [] : (await text(input)).split(/\r?\n/);
  if (line !== '') return line;
  throw new StartupError(
    'The keystore’s passphrase is missing. Set KEYSTORE_PASSPHRASE, or write the passphrase to standard input.',
  );
}
