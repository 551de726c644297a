import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server whose letters stay in its data directory. */
interface Sender {
  readonly context: { readonly config: { readonly dataDir: string } };
}

/** A letter as its recipient gets it, decoded. */
export interface ReceivedLetter {
  readonly subject: string;
  /** Everything after the headers: the text and the HTML. */
  readonly body: string;
}

/** The letters that the server kept for an address so far, oldest first. */
export async function readLetters(server: Sender, to: string): Promise<ReceivedLetter[]> {
  const outbox = join(server.context.config.dataDir, 'outbox');
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort();
  const letters = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return letters.filter((letter) => letter.includes(`To: ${to}\r\n`)).map(decode);
}

/** The first letter to an address whose subject matches; waits for it, as letters are sent after the answer. */
export async function awaitLetter(server: Sender, to: string, subject: RegExp): Promise<ReceivedLetter> {
  for (let waited = 0; waited < 5_000; waited += 25) {
    const letter = (await readLetters(server, to)).findLast((one) => subject.test(one.subject));
    if (letter) return letter;
    await sleep(25);
  }
  throw new Error(`No letter to ${to} about ${subject} arrived within 5 s.`);
}

/** The token in the link of a letter. */
export function tokenOf({ body }: ReceivedLetter): string {
  const token = /[?&]token=([^&\s"<]+)/.exec(body)?.[1];
  if (!token) throw new Error(`There is no link with a token in: ${body}`);
  return token;
}

/** Undoes the quoted-printable encoding of RFC 2045, section 6.7. */
function decode(letter: string): ReceivedLetter {
  const [head = '', ...rest] = letter.split('\r\n\r\n');
  const body = rest
    .join('\n\n')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { subject: /^Subject: (.*)$/m.exec(head)?.[1]?.trim() ?? '', body };
}
