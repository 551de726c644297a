import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import type { Config } from '../config/config.ts';
import type { Db, Tx } from '../db/open.ts';
import { defineStatement } from '../db/statement.ts';
import { storeMail } from '../db/tables/store.ts';
import { decryptAtRest, MAIL_PASSWORD } from '../secrets/encryption.ts';

/** Id of the single row. */
const ROW = 1;

export type StoredMail = Omit<typeof storeMail.$inferSelect, 'id'>;

const MAIL = defineStatement('store-mail', () => ({
  select: {
    host: storeMail.host,
    port: storeMail.port,
    security: storeMail.security,
    userName: storeMail.userName,
    encryptedPassword: storeMail.encryptedPassword,
    sender: storeMail.sender,
    updatedAt: storeMail.updatedAt,
  },
  from: sql`FROM ${storeMail} WHERE ${storeMail.id} = ${sql.raw(String(ROW))}`,
}));

/** Returns the mail settings of the store; null while nobody has set any. */
export async function readStoredMail(db: Db | Tx): Promise<StoredMail | null> {
  return MAIL.first(db, {});
}

/** Stores the mail settings of the store. */
export async function writeStoredMail(tx: Tx, stored: StoredMail): Promise<void> {
  await tx
    .insert(storeMail)
    .values({ id: ROW, ...stored })
    .onConflictDoUpdate({ target: storeMail.id, set: stored });
}

/** Where a part of the mail configuration is set. */
export type MailOrigin = 'environment' | 'settings';

/** The way in which emails are sent at present. */
export interface MailConfiguration {
  /** Null while emails are written to files. */
  readonly server: {
    readonly origin: MailOrigin;
    /** Host and port, as people read them. */
    readonly name: string;
    /** The options of a transport of nodemailer, without the password of the settings. */
    readonly options: TransportOptions;
    readonly encryptedPassword: string | null;
  } | null;
  /** The header `From`. */
  readonly from: string | { readonly name: string; readonly address: string };
  readonly fromOrigin: MailOrigin;
}

interface TransportOptions {
  readonly url?: string;
  readonly host?: string;
  readonly port?: number;
  readonly secure?: boolean;
  readonly requireTLS?: boolean;
  readonly ignoreTLS?: boolean;
  readonly user?: string;
  /** The name by which this server greets the other one. */
  readonly name?: string | undefined;
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>;

/**
 * Returns how emails are sent: variables come before the store's own settings. The sender carries the store's name,
 * unless MAIL_FROM has another.
 */
export function configureMail(
  config: MailConfig,
  { stored, storeName }: { readonly stored: StoredMail | null; readonly storeName: string },
): MailConfiguration {
  const { mailFrom } = config;
  const isNamed = mailFrom?.includes('<') ?? false;
  const address = mailFrom ?? stored?.sender ?? defaultSender(config);
  return {
    server: findServer(config, stored),
    from: isNamed ? address : { name: storeName, address },
    fromOrigin: mailFrom === null ? 'settings' : 'environment',
  };
}

/** Returns true when emails can reach people: there is a mail server. */
export async function canSendEmail({ config, db }: { config: MailConfig; db: Db | Tx }): Promise<boolean> {
  return config.smtpUrl !== null || ((await readStoredMail(db))?.host ?? null) !== null;
}

/** Returns the sender without one in the environment or the settings. */
export function defaultSender({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `quayside@${new URL(publicUrl).hostname}`;
}

/** Returns the sender as people read it. */
export function formatSender({ from }: Pick<MailConfiguration, 'from'>): string {
  return typeof from === 'string' ? from : `${from.name} <${from.address}>`;
}

function findServer(
  { smtpUrl, publicUrl }: MailConfig,
  stored: StoredMail | null,
): MailConfiguration['server'] {
  const name = greetingName(publicUrl);
  if (smtpUrl !== null) {
    const { host } = new URL(smtpUrl);
    return { origin: 'environment', name: host, options: { url: smtpUrl, name }, encryptedPassword: null };
  }
  if (stored?.host == null || stored.port === null) return null;
  const { host, port, security, userName, encryptedPassword } = stored;
  const options = {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(userName && { user: userName }),
    name,
  };
  return { origin: 'settings', name: `${host}:${port}`, options, encryptedPassword };
}

/**
 * Returns the name by which this server greets mail servers, that of its public address; undefined for the default. Those
 * of large providers refuse greetings by an address or an unqualified name (RFC 5321, section 4.1.1.1). The URL may
 * have another as `?name=`.
 */
function greetingName(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl);
  return hostname.includes('.') && isIP(hostname) === 0 ? hostname : undefined;
}

/** Returns the options of a transport, with the password. Throws when that can't be decrypted. */
export function transportOptions({ options, encryptedPassword }: ServerOf, secret: string) {
  const { user, ...others } = options;
  if (user === undefined) return others;
  const pass =
    encryptedPassword === null ? '' : decryptAtRest(encryptedPassword, { secret, name: MAIL_PASSWORD });
  return { ...others, auth: { user, pass: pass.toString() } };
}

type ServerOf = NonNullable<MailConfiguration['server']>;

/** Returns a hash of a configuration: a test counts only while it is the same. Keyed, because it contains passwords. */
export function hashMailConfiguration({ server, from }: MailConfiguration, secret: string): string {
  const address = typeof from === 'string' ? from : from.address;
  return createHmac('sha256', secret)
    .update(`mail\0${JSON.stringify([server?.options, server?.encryptedPassword])}\0${address}`)
    .digest('base64url');
}
