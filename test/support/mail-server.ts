import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { decodeQuotedPrintable, unfoldHeaders } from './emails.ts';

/** The states of a mail server: it accepts emails, rejects them temporarily, never responds, or is not running. */
export type MailServerMood = 'takes' | 'rejects' | 'hangs' | 'gone';

export interface ReceivedMail {
  readonly to: string;
  /** Headers and body as received. */
  readonly content: string;
}

export interface MailServer extends AsyncDisposable {
  /** For `SMTP_URL`. */
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Who signed in, as `user:password`; everyone may. */
  readonly logins: string[];
  /** Addresses for which it has no mailbox. */
  readonly unknown: Set<string>;
  /** Domains (and their subdomains) for whose addresses it never responds, and the number of clients that wait. */
  readonly slow: Set<string>;
  readonly waiting: number;
  /** The delay before it accepts an email. */
  delayMs: number;
  readonly be: (mood: MailServerMood) => Promise<void>;
}

/**
 * Starts a mail server, which keeps its port when it stops and starts again. `onMail` gets each email before it is
 * accepted.
 */
export async function startMailServer(
  onMail: (mail: ReceivedMail) => Promise<void> = async () => undefined,
): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const logins: string[] = [];
  const unknown = new Set<string>();
  const slow = new Set<string>();
  let waiting = 0;
  let mood: MailServerMood = 'takes';
  let server: SMTPServer | null = null;
  let port = 0;

  const start = async () => {
    server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        logins.push(`${username}:${password}`);
        done(null, { user: username });
      },
      disabledCommands: ['STARTTLS'],
      closeTimeout: 50,
      onConnect: (_session, done) => {
        if (mood !== 'hangs') done();
      },
      onMailFrom: (_address, _session, done) => done(mood === 'rejects' ? rejection(451, 'not now') : null),
      onRcptTo: ({ address }, _session, done) => {
        if ([...slow].some((domain) => address.endsWith(`@${domain}`) || address.endsWith(`.${domain}`))) {
          waiting += 1;
          return;
        }
        done(unknown.has(address) ? rejection(550, 'no such mailbox') : null);
      },
      onData: async (stream, { envelope }, done) => {
        // The client may be killed in the middle of it.
        const content = await text(stream).catch(() => null);
        if (content === null) return done(rejection(451, 'incomplete'));
        if (opened.delayMs > 0) await sleep(opened.delayMs);
        const mails = envelope.rcptTo.map(({ address }) => ({ to: address, content }));
        for (const mail of mails) await onMail(mail);
        received.push(...mails);
        done();
      },
    });
    server.on('error', () => {});
    const listening = server.listen(port, '127.0.0.1');
    await once(listening, 'listening');
    ({ port } = listening.address() as AddressInfo);
  };
  const stop = async () => {
    const ending = server;
    server = null;
    if (ending) await new Promise<void>((resolve) => ending.close(() => resolve()));
  };

  const opened: MailServer = {
    get url() {
      return `smtp://127.0.0.1:${port}`;
    },
    received,
    logins,
    unknown,
    slow,
    get waiting() {
      return waiting;
    },
    delayMs: 0,
    be: async (next) => {
      mood = next;
      // Connections that were made before would not notice.
      await stop();
      if (next !== 'gone') await start();
    },
    [Symbol.asyncDispose]: stop,
  };
  await start();
  return opened;
}

function rejection(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Returns the subject of a received email, which has no characters beyond ASCII. */
export function readSubject({ content }: ReceivedMail): string {
  return /^Subject: (.*)$/m.exec(unfoldHeaders(content))?.[1]?.trim() ?? '';
}

/** Returns the plain text of a received email, decoded. */
export function readText({ content }: ReceivedMail): string {
  const [, part = ''] = content.split(/Content-Type: text\/plain[^]*?\r\n\r\n/);
  const [encoded = ''] = part.split(/\r\n--/);
  return decodeQuotedPrintable(encoded).replaceAll('\r\n', '\n');
}
