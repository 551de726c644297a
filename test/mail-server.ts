import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** How a mail server may be: it takes mails, refuses each for now, says nothing at all, or is not there. */
export type MailServerMood = 'takes' | 'refuses' | 'hangs' | 'gone';

export interface ReceivedMail {
  readonly to: string;
  /** Headers and body as they came. */
  readonly content: string;
}

export interface MailServer extends AsyncDisposable {
  /** For `SMTP_URL`. */
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Addresses for which it has no mailbox. */
  readonly unknown: Set<string>;
  readonly be: (mood: MailServerMood) => Promise<void>;
}

/** A mail server of the test's own on a port that stays the same, however often it goes and comes back. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const unknown = new Set<string>();
  let mood: MailServerMood = 'takes';
  let server: SMTPServer | null = null;
  let port = 0;

  const start = async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 50,
      onConnect: (_session, done) => {
        if (mood !== 'hangs') done();
      },
      onMailFrom: (_address, _session, done) => done(mood === 'refuses' ? refusal(451, 'not now') : null),
      onRcptTo: ({ address }, _session, done) =>
        done(unknown.has(address) ? refusal(550, 'no such mailbox') : null),
      onData: async (stream, { envelope }, done) => {
        const content = await text(stream);
        for (const { address } of envelope.rcptTo) received.push({ to: address, content });
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

  await start();
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    unknown,
    be: async (next) => {
      mood = next;
      // Connections that were made before would not notice.
      await stop();
      if (next !== 'gone') await start();
    },
    [Symbol.asyncDispose]: stop,
  };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
