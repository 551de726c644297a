import { resolve } from 'node:path';
import { z } from 'zod';
import { type DatabaseConfig, readDatabaseConfig } from './database-config.ts';
import { StartupError } from './startup-error.ts';
import { readStorageConfig, type StorageConfig } from './storage-config.ts';
import { readTracesConfig, type TracesConfig } from './traces-config.ts';
import { readBasePath, readPrivateIssuers, readPublicUrl } from './urls.ts';

/** The kinds of processes: for everything, for requests without jobs, and for jobs alone. */
const ROLES = ['all', 'server', 'worker'] as const;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * The operator's complete, validated configuration. Paths are absolute, URLs and the base path end in a
 * slash.
 */
export type Config = DatabaseConfig & {
  readonly role: (typeof ROLES)[number];
  readonly host: string;
  /** 0 lets the system choose a free port. */
  readonly port: number;
  readonly basePath: string;
  /** Public URL of the base path, for example `https://hub.example.org/quayside/`. */
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly storage: StorageConfig;
  /** Space kept free on the file systems of storage and embedded database. */
  readonly diskReserveBytes: number;
  /** Null for the mail server in the store's settings; without one, emails are written to the outbox under `dataDir`. */
  readonly smtpUrl: string | null;
  /** Null for the sender in the store's settings. */
  readonly mailFrom: string | null;
  /** The first admin, created at start when no account has this address. */
  readonly admin: { readonly email: string; readonly password: string } | null;
  /** Null to use a random secret stored under `dataDir`. */
  readonly secret: string | null;
  readonly logLevel: (typeof logLevels)[number];
  /** True when our own proxy sets `X-Forwarded-For`, so that it can be trusted. */
  readonly trustProxy: boolean;
  /** True to allow private addresses and plain http for webhooks and push messages. */
  readonly webhooksAllowPrivate: boolean;
  /** The origins of issuers of ID tokens that may have private addresses and plain http. */
  readonly privateIssuers: readonly string[];
  /** Audiences that ID tokens may name beside this store; none by default. */
  readonly extraAudiences: readonly string[];
  /** The bearer token for reading metrics; null for no metrics. */
  readonly metricsToken: string | null;
  /** The file of the trusted root for Sigstore bundles; null for that of Sigstore's public instance. */
  readonly sigstoreTrustedRoot: string | null;
  /** Null for no traces. */
  readonly traces: TracesConfig | null;
  /** Process whose exit stops the server, set by `npm start`; null when the server may outlive its parent. */
  readonly parentPid: number | null;
};

/** Thrown for an invalid environment. Each problem names its variable and a fix. */
export class ConfigError extends StartupError {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Returns the configuration of this process. Throws `ConfigError`. */
export function configFromEnvironment(): Config {
  return readConfig(process.env);
}

/** An operator's passphrases and place, for commands that read or write files. */
export interface OperatorEnvironment {
  readonly keystorePassphrase: string | null;
  /** The secret that `rekey` changes to where the current one is a variable. */
  readonly newSecret: string | null;
  /** The address that `move-database` copies to. */
  readonly newDatabaseUrl: string | null;
  /** The directory that file names are relative to. */
  readonly directory: string;
}

/** Returns `NODE_EXTRA_CA_CERTS`, the path of a file with certificates; empty without one. */
export function readExtraCertificates(): string {
  return process.env['NODE_EXTRA_CA_CERTS'] ?? '';
}

/** Returns what an operator's command takes from the environment. npm runs it elsewhere than where it was called. */
export function operatorEnvironment(env: NodeJS.ProcessEnv = process.env): OperatorEnvironment {
  const { KEYSTORE_PASSPHRASE, NEW_SECRET, NEW_DATABASE_URL, INIT_CWD } = env;
  return {
    keystorePassphrase: KEYSTORE_PASSPHRASE || null,
    newSecret: NEW_SECRET?.trim() || null,
    newDatabaseUrl: NEW_DATABASE_URL?.trim() || null,
    directory: INIT_CWD || process.cwd(),
  };
}

/**
 * Reads all variables and collects every problem, so that an operator can fix them at once. Throws
 * `ConfigError`.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const value = (name: string) => env[name]?.trim() || null;
  const reject = (problem: string) => {
    problems.push(problem);
  };

  const host = readHost(value('HOST') ?? '127.0.0.1', reject);
  const port = readPort(value('PORT') ?? '8080', reject);
  const basePath = readBasePath(value('BASE_PATH') ?? '/quayside/', reject);
  const publicUrl = readPublicUrl(
    value('PUBLIC_URL') ?? `http://${reachableHost(host)}:${port}${basePath}`,
    basePath,
    reject,
  );
  const dataDir = resolve(value('DATA_DIR') ?? './data');
  const role = readRole(value, reject);
  const config: Config = {
    role,
    host,
    port,
    basePath,
    publicUrl,
    dataDir,
    ...readDatabaseConfig({ value, reject }),
    storage: readStorageConfig({ value, reject }, dataDir),
    diskReserveBytes: readDiskReserve(value('DISK_RESERVE_MB') ?? '1024', reject),
    smtpUrl: readSmtpUrl(value('SMTP_URL'), reject),
    mailFrom: readMailFrom(value('MAIL_FROM'), reject),
    admin: readAdmin(value('ADMIN_EMAIL'), env.ADMIN_PASSWORD || null, reject),
    secret: readSecretVariable(value('SECRET'), reject),
    logLevel: readLogLevel(value('LOG_LEVEL') ?? 'info', reject),
    trustProxy: readSwitch('TRUST_PROXY', value('TRUST_PROXY') ?? 'false', reject),
    webhooksAllowPrivate: readSwitch(
      'WEBHOOKS_ALLOW_PRIVATE',
      value('WEBHOOKS_ALLOW_PRIVATE') ?? 'false',
      reject,
    ),
    privateIssuers: readPrivateIssuers(value('OIDC_PRIVATE_ISSUERS'), reject),
    extraAudiences: (value('OIDC_EXTRA_AUDIENCES') ?? '').split(/[\s,]+/).filter(Boolean),
    metricsToken: readMetricsToken(value('METRICS_TOKEN'), reject),
    sigstoreTrustedRoot: value('SIGSTORE_TRUSTED_ROOT') && resolve(value('SIGSTORE_TRUSTED_ROOT') ?? ''),
    traces: readTracesConfig({ value, reject }),
    parentPid: readParentPid(value('QUAYSIDE_PARENT_PID'), reject),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

type Reject = (problem: string) => void;

/** Processes that share their work must share everything else too, and `DATA_DIR` belongs to one process. */
function readRole(value: (name: string) => string | null, reject: Reject): Config['role'] {
  const text = value('ROLE') ?? 'all';
  const role = ROLES.find((known) => known === text.toLowerCase());
  if (!role) {
    reject(`ROLE is "${text}". Use all, server or worker.`);
    return 'all';
  }
  const missing = ['DATABASE_URL', 'STORAGE_URL', 'SECRET'].filter((name) => value(name) === null);
  if (role !== 'all' && missing.length > 0) {
    reject(`ROLE is ${role}, which needs ${missing.join(', ')}: the same on every server and worker.`);
  }
  return role;
}

function readHost(host: string, reject: Reject): string {
  if (/^[\w.:-]+$/.test(host)) return host;
  reject(
    `HOST is "${host}", which isn’t an address. Use a name or an IP address alone, such as 127.0.0.1 or 0.0.0.0.`,
  );
  return '127.0.0.1';
}

/**
 * Returns the host name under which a browser on this machine reaches a server listening on `host`, as part
 * of a URL.
 */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function readPort(text: string, reject: Reject): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  reject(`PORT is "${text}". Use a number from 1 to 65535, or 0 for any free port.`);
  return 8080;
}

function readParentPid(text: string | null, reject: Reject): number | null {
  if (text === null || /^[1-9]\d*$/.test(text)) return text === null ? null : Number(text);
  reject(`QUAYSIDE_PARENT_PID is "${text}". Leave it unset: npm start gives the process id of npm.`);
  return null;
}

/** The default is twice the maximum size of the embedded database's write-ahead log (`max_wal_size`). */
function readDiskReserve(text: string, reject: Reject): number {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1024 ** 2;
  reject(
    `DISK_RESERVE_MB is "${text}". Give the MiB of disk space that uploads leave free, such as 1024, or 0 for none.`,
  );
  return 0;
}

function readSmtpUrl(text: string | null, reject: Reject): string | null {
  if (text === null) return null;
  if (/^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname) return text;
  reject(
    'SMTP_URL isn’t a mail server URL. Use one such as smtp://user:password@mail.example.org:587 or smtps://…:465, or leave it unset to set the mail server in the store’s settings.',
  );
  return null;
}

function readMailFrom(text: string | null, reject: Reject): string | null {
  if (text === null) return null;
  const address = /<([^<>]+)>$/.exec(text)?.[1] ?? text;
  if (!z.email().safeParse(address).success) {
    reject(
      `MAIL_FROM is "${text}". Use an email address, such as store@example.org or Our Store <store@example.org>.`,
    );
  }
  return text;
}

function readAdmin(email: string | null, password: string | null, reject: Reject): Config['admin'] {
  if (email === null && password === null) return null;
  if (email === null) {
    reject('ADMIN_PASSWORD is set without ADMIN_EMAIL. Set both to create the first admin, or neither.');
    return null;
  }
  if (!z.email().safeParse(email).success) {
    reject(`ADMIN_EMAIL is "${email}", which isn’t an email address. Use one such as admin@example.org.`);
  }
  if (password === null) {
    reject('ADMIN_EMAIL is set without ADMIN_PASSWORD. Set both to create the first admin, or neither.');
    return null;
  }
  if (password.length < 10) reject('ADMIN_PASSWORD is too short. Use at least 10 characters.');
  return { email: email.toLowerCase(), password };
}

function readSecretVariable(secret: string | null, reject: Reject): string | null {
  if (secret !== null && secret.length < 32) {
    reject(
      'SECRET is too short. Use at least 32 random characters (openssl rand -hex 32), or leave it unset.',
    );
  }
  return secret;
}

function readMetricsToken(token: string | null, reject: Reject): string | null {
  if (token !== null && !/^[\w.~+/=-]{16,}$/.test(token)) {
    reject(
      'METRICS_TOKEN isn’t a token. Use at least 16 letters and digits (openssl rand -hex 32), or leave it unset for no metrics.',
    );
  }
  return token;
}

function readLogLevel(text: string, reject: Reject): Config['logLevel'] {
  const level = logLevels.find((known) => known === text.toLowerCase());
  if (level) return level;
  reject(`LOG_LEVEL is "${text}". Use one of ${logLevels.join(', ')}.`);
  return 'info';
}

function readSwitch(name: string, text: string, reject: Reject): boolean {
  if (/^(true|1|yes|on)$/i.test(text)) return true;
  if (!/^(false|0|no|off)$/i.test(text)) reject(`${name} is "${text}". Set it to true or false.`);
  return false;
}
