import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from './config.ts';
import { makeDirectory, writePrivateFile } from './files.ts';
import type { Log } from './log.ts';

export interface Letter {
  /** One address, such as `someone@example.org`. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Mail extends Disposable {
  /** Hands a letter over. Throws when the address cannot be one, or when the mail server does not take the letter. */
  readonly send: (letter: Letter) => Promise<void>;
}

/** How long the mail server may take to connect, to greet and to answer, in milliseconds. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends letters through `SMTP_URL`; without one they become `.eml` files in `<dataDir>/outbox`, which any mail
 * program opens, and one line each in the log.
 */
export async function openMail(config: Config, log: Log): Promise<Mail> {
  return config.smtpUrl ? openSmtp(config.smtpUrl, config, log) : openOutbox(config, log);
}

function openSmtp(url: string, { mailFrom }: Config, log: Log): Mail {
  const transport = createTransport({ url, pool: true, ...PATIENCE }, { from: mailFrom });
  return {
    send: async (letter) => {
      await transport.sendMail(addressed(letter));
      log.info({ to: letter.to, subject: letter.subject }, 'mail sent');
    },
    [Symbol.dispose]: () => transport.close(),
  };
}

async function openOutbox({ dataDir, mailFrom }: Config, log: Log): Promise<Mail> {
  const outbox = join(dataDir, 'outbox');
  await makeDirectory(outbox);
  const transport = createTransport({ streamTransport: true, buffer: true }, { from: mailFrom });
  return {
    send: async (letter) => {
      const { message } = await transport.sendMail(addressed(letter));
      const time = new Date().toISOString().replaceAll(':', '-');
      const file = join(outbox, `${time}-${randomUUID().slice(0, 8)}.eml`);
      await writePrivateFile(file, message as Buffer);
      log.info({ to: letter.to, subject: letter.subject, file }, 'mail kept in the outbox');
    },
    [Symbol.dispose]: () => {},
  };
}

/** The recipient is exactly one address: a comma or a line break in it must not add others. */
function addressed({ to, ...letter }: Letter) {
  if (!/^[^\s,;:<>()[\]"\\]+@[^\s,;:<>()[\]"\\@]+$/.test(to)) {
    throw new RangeError(`"${to.slice(0, 100)}" is not one mail address`);
  }
  return { ...letter, to: { name: '', address: to } };
}
