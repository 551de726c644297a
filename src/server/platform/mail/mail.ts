import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { makeDirectory, writePrivateFile } from '../process/private-files.ts';
import { traced } from '../tracing/tracing.ts';
import {
  configureMail,
  hashMailConfiguration,
  type MailConfiguration,
  transportOptions,
} from './mail-configuration.ts';

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

/** The parts of a server that sending emails needs. */
interface MailParts {
  readonly config: Config;
  readonly log: Log;
  readonly secret: string;
  /** Reads how emails are sent at present; every email asks, so that a change counts on every server of the store. */
  readonly configuration: () => Promise<MailConfiguration>;
}

/**
 * Sends emails through the configured mail server, and logs a warning when that of `SMTP_URL` cannot be used at present.
 * Without one, writes them as `.eml` files to `<dataDir>/outbox`, which any mail program opens, with one log line
 * each.
 */
export async function openMail({ config, log, secret, configuration }: MailParts): Promise<Mail> {
  const outbox = new Outbox(config, log);
  if (config.smtpUrl === null) await outbox.create();
  const servers = new MailServers(secret, log);
  // The server starts in any case: unsent emails wait in the outbox.
  const { server } = configureMail(config, { stored: null, storeName: '' });
  if (server !== null) void servers.warnOfProblem(server);
  const unfinished = new Set<Promise<unknown>>();
  let isClosed = false;
  /** Writes an email to its file where there is no mail server. Returns how to send it. */
  const prepare = async (email: Email) => {
    const current = await configuration();
    if (current.server === null) await outbox.keep(email, current.from);
    return current;
  };
  const deliver = async (lane: Lane, email: Email) => {
    if (isClosed) throw new Error('the server has stopped');
    const prepared = prepare(email).finally(() => unfinished.delete(prepared));
    unfinished.add(prepared);
    const { server: current, from } = await prepared;
    if (current === null) return;
    await servers.send(current, lane, { ...toSingleAddress(email), from });
    log.info({ to: email.to, subject: email.subject }, 'email sent');
  };
  return {
    send: (email) => deliver('direct', email),
    sendQueued: (email) => deliver('queued', email),
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      servers.close();
      // A caller may remove the folder next, while a job that did not end in time still runs.
      await Promise.allSettled(unfinished);
    },
  };
}

/** Connections of their own for emails that somebody waits for, so that notifications don't delay them. */
const LANES = {
  direct: MAX_ACCOUNT_EMAILS,
  queued: MAX_QUEUED_EMAILS + MAX_QUEUED_DIGESTS,
} as const;
type Lane = keyof typeof LANES;

type Server = NonNullable<MailConfiguration['server']>;
type Message = ReturnType<typeof toSingleAddress> & Pick<MailConfiguration, 'from'>;
type Transports = Record<Lane, Awaited<ReturnType<typeof openTransport>>>;

/** The connections to the mail server, opened again when another one is configured. */
class MailServers {
  readonly #secret: string;
  readonly #log: Log;
  #current: { readonly hash: string; readonly transports: Promise<Transports> } | null = null;
  #isClosed = false;

  constructor(secret: string, log: Log) {
    this.#secret = secret;
    this.#log = log;
  }

  async send(server: Server, lane: Lane, message: Message): Promise<void> {
    const transport = (await this.#open(server))[lane];
    await traced({ name: 'send email', kind: 'client' }, () => transport.sendMail(message));
  }

  async warnOfProblem(server: Server): Promise<void> {
    try {
      await (await this.#open(server)).direct.verify();
    } catch (error) {
      const fix = 'Check SMTP_URL. Emails wait until it can be used';
      if (this.#isClosed) return;
      this.#log.warn({ err: error }, `the mail server of SMTP_URL cannot be used. ${fix}`);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#forget();
  }

  async #open(server: Server): Promise<Transports> {
    if (this.#isClosed) throw new Error('the server has stopped');
    const hash = hashMailConfiguration({ server, from: '', fromOrigin: server.origin }, this.#secret);
    if (this.#current?.hash !== hash) {
      this.#forget();
      this.#current = { hash, transports: openTransports(server, this.#secret) };
    }
    return this.#current.transports;
  }

  /** Closes the connections after the emails that are being sent. */
  #forget(): void {
    const earlier = this.#current;
    this.#current = null;
    void earlier?.transports.then(
      ({ direct, queued }) => {
        direct.close();
        queued.close();
      },
      () => {
        // They could not be opened, as its senders know.
      },
    );
  }
}

async function openTransports(server: Server, secret: string): Promise<Transports> {
  const [direct, queued] = await Promise.all([
    openTransport(server, secret, LANES.direct),
    openTransport(server, secret, LANES.queued),
  ]);
  return { direct, queued };
}

async function openTransport(server: Server, secret: string, maxConnections: number) {
  const { createTransport } = await import('nodemailer');
  return createTransport({ ...transportOptions(server, secret), pool: true, maxConnections, ...TIMEOUTS });
}

/** The folder of emails in a store without a mail server. */
class Outbox {
  readonly #directory: string;
  readonly #log: Log;

  constructor({ dataDir }: Config, log: Log) {
    this.#directory = join(dataDir, 'outbox');
    this.#log = log;
  }

  async create(): Promise<void> {
    await makeDirectory(this.#directory);
  }

  async keep(email: Email, from: MailConfiguration['from']): Promise<void> {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail({ ...toSingleAddress(email), from });
    const time = new Date().toISOString().replaceAll(':', '-');
    const file = join(this.#directory, `${time}-${randomUUID().slice(0, 8)}.eml`);
    await writePrivateFile(file, message as Buffer);
    this.#log.info({ to: email.to, subject: email.subject, file }, 'email kept in the outbox');
  }
}

/** Keeps absence notes and other programs from replying (RFC 3834, section 5). */
export const AUTO_SUBMITTED = { 'Auto-Submitted': 'auto-generated' };

/** Treats the recipient as exactly one address: a comma or a line break must not add others. */
function toSingleAddress({ to, headers, ...email }: Email) {
  if (!/^[^\s,;:<>()[\]"\\]+@[^\s,;:<>()[\]"\\@]+$/.test(to)) {
    throw new RangeError(`"${to.slice(0, 100)}" isn’t a single email address`);
  }
  return { ...email, to: { name: '', address: to }, headers: { ...AUTO_SUBMITTED, ...headers } };
}
