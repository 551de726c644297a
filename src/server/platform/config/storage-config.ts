import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files in a folder that this server, or all of them, can reach. */
export interface DiskConfig {
  readonly kind: 'disk';
  readonly directory: string;
}

/** Files in a bucket of an S3-compatible object storage. */
export interface S3Config {
  readonly kind: 's3';
  readonly bucket: string;
  /** Starts the name of every object; empty, or ends in a slash. */
  readonly prefix: string;
  /** Ends in a slash. */
  readonly endpoint: string;
  readonly region: string;
  /** True for `https://host/bucket/`, false for `https://bucket.host/`. */
  readonly hasPathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The endpoint in signed links, for clients that reach the storage elsewhere; null when they don't reach it. */
  readonly clientEndpoint: string | null;
}

export type StorageConfig = DiskConfig | S3Config;

/** Returns an endpoint's address of a bucket, which ends in a slash. */
export function bucketAddress({ bucket, hasPathStyle }: S3Config, endpoint: string): string {
  if (hasPathStyle) return `${endpoint}${bucket}/`;
  const url = new URL(endpoint);
  url.host = `${bucket}.${url.host}`;
  return url.href;
}

/** Returns the origin that clients are redirected to for some files; null when they read all of them here. */
export function linkOrigin(config: StorageConfig): string | null {
  if (config.kind === 'disk' || config.clientEndpoint === null) return null;
  return new URL(bucketAddress(config, config.clientEndpoint)).origin;
}

/** The environment of a configuration that is read. */
export interface ConfigVariables {
  /** Returns a trimmed variable; null when it is unset or empty. */
  readonly value: (name: string) => string | null;
  readonly reject: (problem: string) => void;
}

/** Reads `STORAGE_URL` and, for a bucket, the variables beside it. */
export function readStorageConfig({ value, reject }: ConfigVariables, dataDir: string): StorageConfig {
  const fallback: DiskConfig = { kind: 'disk', directory: join(dataDir, 'storage') };
  const text = value('STORAGE_URL');
  if (text === null) return fallback;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 's3:') return readBucket(url, { value, reject }) ?? fallback;
  const path = url?.protocol === 'file:' && url.host === '' ? fileURLToPath(url) : null;
  if (path && isAbsolute(path) && path !== '/') return { kind: 'disk', directory: resolve(path) };
  const scheme = url ? `${url.protocol}//` : `"${text}"`;
  reject(
    `STORAGE_URL starts with ${scheme}, which isn’t supported. Use file:///absolute/path or s3://bucket/prefix, or leave it unset to keep files under DATA_DIR.`,
  );
  return fallback;
}

function readBucket(url: URL, { value, reject }: ConfigVariables): S3Config | null {
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  if (url.username || url.password || url.search || url.hash || !isBucket(url.host) || !isPrefix(prefix)) {
    reject(
      'STORAGE_URL isn’t the address of a bucket. Use s3://bucket or s3://bucket/prefix, with letters, digits, "-", "_" and "." in the prefix; the keys belong in S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    );
    return null;
  }
  const region = value('S3_REGION') ?? 'us-east-1';
  if (!/^[\w-]+$/.test(region)) reject(`S3_REGION is "${region}". Use a name such as eu-central-1.`);
  const [accessKeyId, secretAccessKey] = [value('S3_ACCESS_KEY_ID'), value('S3_SECRET_ACCESS_KEY')];
  if (accessKeyId === null || secretAccessKey === null) {
    reject(
      'STORAGE_URL names a bucket, but its keys are missing. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    );
  }
  const own = value('S3_ENDPOINT');
  const endpoint = readEndpoint('S3_ENDPOINT', own ?? `https://s3.${region}.amazonaws.com`, reject);
  const style = value('S3_ADDRESSING') ?? (own === null ? 'host' : 'path');
  if (style !== 'path' && style !== 'host') {
    reject(
      `S3_ADDRESSING is "${style}". Use path for https://host/bucket/, or host for https://bucket.host/.`,
    );
  }
  const client = value('S3_CLIENT_ENDPOINT');
  return {
    kind: 's3',
    bucket: url.host,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region,
    hasPathStyle: style === 'path',
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
    clientEndpoint: client === 'none' ? null : readEndpoint('S3_CLIENT_ENDPOINT', client ?? endpoint, reject),
  };
}

/** @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
function isBucket(name: string): boolean {
  return /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name);
}

function isPrefix(prefix: string): boolean {
  return prefix === '' || (prefix.length <= 200 && /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(prefix));
}

function readEndpoint(name: string, text: string, reject: ConfigVariables['reject']): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url && !url.username && !url.search && !url.hash && url.pathname === '/';
  if (isPlain && /^https?:$/.test(url.protocol)) return `${url.origin}/`;
  reject(`${name} isn’t the address of a storage. Use one without a path, such as https://s3.example.org.`);
  return 'https://localhost/';
}
