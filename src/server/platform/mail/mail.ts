import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { makeDirectory, writePrivateFile } from '../process/private-files.ts';
import { traced } from '../tracing/tracing.ts';
import { smtpOptions } from './smtp-options.ts';

export interface Email {
  /** One address, such as `someone@example.org`. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pictures that the HTML shows by their `cid`. */
  readonly attachments?: {
    readonly filename: string;
    readonly contentType: string;
    readonly cid: string;
    readonly content: Buffer;
  }[];
}

export interface Mail extends AsyncDisposable {
  /**
   * Sends an email that someone waits for, such as a confirmation. Throws for an invalid address, or when the
   * mail server rejects the email. The calling job tries again.
   */
  readonly send: (email: Email) => Promise<void>;
  /** Sends a notification on separate connections. */
  readonly sendQueued: (email: Email) => Promise<void>;
}

/**
 * Maximum notification emails sent at once, each on its own connection: immediate ones and daily summaries.
 */
export const MAX_QUEUED_EMAILS = 5;
export const MAX_QUEUED_DIGESTS = 3;

/** Maximum account emails and invitations sent at once. */
export const MAX_ACCOUNT_EMAILS = 4;

/** Time-outs of the mail server for connection, greeting and response, in milliseconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends emails through `SMTP_URL`, and logs a warning when that server cannot be used at present. Without
 * one, writes them as `.eml` files to `<dataDir>/outbox`, which any mail program opens, with one log line
 * each.
 */
export async function openMail(config: Config, log: Log): Promise<Mail> {
  return config.smtpUrl ? openSmtp(config.smtpUrl, config, log) : openOutbox(config, log);
}

async function openSmtp(url: string, config: Config, log: Log): Promise<Mail> {
  const { createTransport } = await import('nodemailer');
  const open = (maxConnections: number) =>
    createTransport(
      { ...smtpOptions(url, config), pool: true, maxConnections, ...TIMEOUTS },
      { from: config.mailFrom },
    );
  const direct = open(MAX_ACCOUNT_EMAILS);
  const queued = open(MAX_QUEUED_EMAILS + MAX_QUEUED_DIGESTS);
  const deliver = async (transport: typeof direct, email: Email) => {
    await traced({ name: 'send email', kind: 'client' }, () => transport.sendMail(toSingleAddress(email)));
    log.info({ to: email.to, subject: email.subject }, 'email sent');
  };
  let isClosed = false;
  // The server starts in any case: unsent emails wait in the outbox.
  direct.verify().catch((error: unknown) => {
    const fix = 'Check SMTP_URL. Emails wait until it can be used';
    if (!isClosed) log.warn({ err: error }, `the mail server of SMTP_URL cannot be used. ${fix}`);
  });
  return {
    send: (email) => deliver(direct, email),
    sendQueued: (email) => deliver(queued, email),
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      direct.close();
      queued.close();
    },
  };
}

async function openOutbox({ dataDir, mailFrom }: Config, log: Log): Promise<Mail> {
  const outbox = join(dataDir, 'outbox');
  await makeDirectory(outbox);
  const keep = async (email: Email) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true }, { from: mailFrom });
    const { message } = await transport.sendMail(toSingleAddress(email));
    const time = new Date().toISOString().replaceAll(':', '-');
    const file = join(outbox, `${time}-${randomUUID().slice(0, 8)}.eml`);
    await writePrivateFile(file, message as Buffer);
    log.info({ to: email.to, subject: email.subject, file }, 'email kept in the outbox');
  };
  const unfinished = new Set<Promise<void>>();
  let isClosed = false;
  const send = async (email: Email) => {
    if (isClosed) throw new Error('the server has stopped');
    const kept = keep(email).finally(() => unfinished.delete(kept));
    unfinished.add(kept);
    return kept;
  };
  return {
    send,
    sendQueued: send,
    // A caller may remove the folder next, while a job that did not end in time still runs.
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      await Promise.allSettled(unfinished);
    },
  };
}

/** Keeps absence notes and other programs from replying (RFC 3834, section 5). */
const AUTO_SUBMITTED = { 'Auto-Submitted': 'auto-generated' };

/** Treats the recipient as exactly one address: a comma or a line break must not add others. */
function toSingleAddress({ to, headers, ...email }: Email) {
  if (!/^[^\s,;:<>()[\]"\\]+@[^\s,;:<>()[\]"\\@]+$/.test(to)) {
    throw new RangeError(`"${to.slice(0, 100)}" isn’t a single email address`);
  }
  return { ...email, to: { name: '', address: to }, headers: { ...AUTO_SUBMITTED, ...headers } };
}
