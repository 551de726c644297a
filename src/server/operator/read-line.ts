import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StartupError } from '../platform/config/startup-error.ts';

interface LineOptions {
  /** True for a password: a terminal doesn't show what is typed. */
  readonly isHidden?: boolean;
}

/**
 * Asks for a line on the terminal, or returns the first line of standard input. Returns an empty text when there is none.
 * Throws `StartupError` when the question is cancelled.
 */
export async function readLine(question: string, { isHidden = false }: LineOptions = {}): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return (await text(stdin)).split(/\r?\n/)[0] ?? '';
  if (isHidden) stderr.write(question);
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  using lines = createInterface({ input: stdin, output: isHidden ? nowhere : stderr, terminal: true });
  const cancelled = once(lines, 'close').then(() => {
    throw new StartupError('Cancelled.');
  });
  const line = await Promise.race([lines.question(isHidden ? '' : question), cancelled]);
  cancelled.catch(() => {});
  if (isHidden) stderr.write('\n');
  return line;
}
/**
 * Returns the keystore's passphrase: the variable `KEYSTORE_PASSPHRASE`, else the first line of standard input, for
 * which a terminal asks. Throws `StartupError` when there is neither.
 */
export async function readPassphrase(fromEnvironment: string | null): Promise<string> {
  const line = fromEnvironment ?? (await readLine('Passphrase: ', { isHidden: true }));
  if (line !== '') return line;
  throw new StartupError(
    'The keystore’s passphrase is missing. Set KEYSTORE_PASSPHRASE, or write the passphrase to standard input.',
  );
}
