import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { linkOrigin } from './storage-config.ts';

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('needs no variable at all', () => {
    expect(readConfig({})).toEqual({
      role: 'all',
      host: '127.0.0.1',
      port: 8080,
      basePath: '/quayside/',
      publicUrl: 'http://127.0.0.1:8080/quayside/',
      dataDir: resolve('data'),
      databaseUrl: null,
      databaseReplicaUrl: null,
      storage: { kind: 'disk', directory: resolve('data/storage') },
      diskReserveBytes: 1024 ** 3,
      smtpUrl: null,
      mailFrom: null,
      admin: null,
      secret: null,
      logLevel: 'info',
      trustProxy: false,
      webhooksAllowPrivate: false,
      privateIssuers: [],
      extraAudiences: [],
      metricsToken: null,
      sigstoreTrustedRoot: null,
      traces: null,
      parentPid: null,
    });
  });

  it('takes an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })).toEqual(
      readConfig({}),
    );
  });

  it('takes every variable', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PORT: '9000',
      BASE_PATH: 'hub',
      PUBLIC_URL: 'https://store.example.org/hub',
      ROLE: 'Server',
      DATA_DIR: '/srv/hub',
      DATABASE_URL: 'postgresql://hub@db.example.org/hub',
      STORAGE_URL: 'file:///srv/objects/',
      DISK_RESERVE_MB: '2048',
      SMTP_URL: 'smtps://mail.example.org',
      MAIL_FROM: 'The Store <store@example.org>',
      ADMIN_EMAIL: 'Admin@Example.org',
      ADMIN_PASSWORD: 'long enough for us',
      SECRET: 'x'.repeat(32),
      LOG_LEVEL: 'WARN',
      TRUST_PROXY: 'yes',
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      OIDC_PRIVATE_ISSUERS: 'https://gitlab.internal/sub, http://127.0.0.1:8080',
      OIDC_EXTRA_AUDIENCES: 'https://pypi.org, sigstore',
      QUAYSIDE_PARENT_PID: '4711',
    });
    expect(config).toMatchObject({
      role: 'server',
      basePath: '/hub/',
      publicUrl: 'https://store.example.org/hub/',
      dataDir: '/srv/hub',
      storage: { kind: 'disk', directory: '/srv/objects' },
      admin: { email: 'admin@example.org', password: 'long enough for us' },
      logLevel: 'warn',
      trustProxy: true,
      privateIssuers: ['https://gitlab.internal', 'http://127.0.0.1:8080'],
      extraAudiences: ['https://pypi.org', 'sigstore'],
    });
  });

  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };

  it('takes a bucket with the defaults of AWS', () => {
    expect(readConfig({ STORAGE_URL: 's3://files', ...keys }).storage).toEqual({
      kind: 's3',
      bucket: 'files',
      prefix: '',
      endpoint: 'https://s3.us-east-1.amazonaws.com/',
      region: 'us-east-1',
      hasPathStyle: false,
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      clientEndpoint: 'https://s3.us-east-1.amazonaws.com/',
    });
  });

  it('takes a bucket of another storage', () => {
    const env = {
      STORAGE_URL: 's3://files/the/store/',
      S3_ENDPOINT: 'http://10.0.0.2:9000/',
      S3_CLIENT_ENDPOINT: 'none',
    };
    expect(readConfig({ ...env, ...keys }).storage).toMatchObject({
      prefix: 'the/store/',
      endpoint: 'http://10.0.0.2:9000/',
      hasPathStyle: true,
      clientEndpoint: null,
    });
  });

  it.each([
    [{ STORAGE_URL: 'file:///srv/objects' }, null],
    [{ STORAGE_URL: 's3://files', ...keys }, 'https://files.s3.us-east-1.amazonaws.com'],
    [{ STORAGE_URL: 's3://files', S3_ENDPOINT: 'https://a:81', ...keys }, 'https://a:81'],
    [{ STORAGE_URL: 's3://files', S3_CLIENT_ENDPOINT: 'none', ...keys }, null],
  ])('redirects clients of %j to %s', (env, origin) => {
    expect(linkOrigin(readConfig(env).storage)).toBe(origin);
  });

  it.each([
    [{ STORAGE_URL: 's3://files' }, 'S3_ACCESS_KEY_ID'],
    [{ STORAGE_URL: 's3://', ...keys }, 'STORAGE_URL'],
    [{ STORAGE_URL: 's3://Files', ...keys }, 'STORAGE_URL'],
    [{ STORAGE_URL: 's3://key:secret@files', ...keys }, 'STORAGE_URL'],
    [{ STORAGE_URL: 's3://files/a b', ...keys }, 'STORAGE_URL'],
    [{ STORAGE_URL: 's3://files', S3_ENDPOINT: 's3.example.org', ...keys }, 'S3_ENDPOINT'],
    [{ STORAGE_URL: 's3://files', S3_ENDPOINT: 'https://s3.example.org/path', ...keys }, 'S3_ENDPOINT'],
    [{ STORAGE_URL: 's3://files', S3_CLIENT_ENDPOINT: 'here', ...keys }, 'S3_CLIENT_ENDPOINT'],
    [{ STORAGE_URL: 's3://files', S3_ADDRESSING: 'dns', ...keys }, 'S3_ADDRESSING'],
    [{ STORAGE_URL: 's3://files', S3_REGION: 'eu west', S3_ENDPOINT: 'https://a', ...keys }, 'S3_REGION'],
  ])('rejects the bucket %j without showing its keys', (env, named) => {
    const problems = problemsOf(env);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(named);
    expect(problems[0]).not.toContain('key:secret');
  });

  it.each([
    [{ HOST: '0.0.0.0' }, 'http://localhost:8080/quayside/'],
    [{ HOST: '::1', PORT: '81' }, 'http://[::1]:81/quayside/'],
    [{ BASE_PATH: '/' }, 'http://127.0.0.1:8080/'],
    [{ BASE_PATH: '//a/b//' }, 'http://127.0.0.1:8080/a/b/'],
  ])('derives the public address from %j', (env, publicUrl) => {
    expect(readConfig(env).publicUrl).toBe(publicUrl);
  });

  it.each([
    [{ ROLE: 'both' }, 'ROLE'],
    [{ ROLE: 'worker' }, 'DATABASE_URL, STORAGE_URL, SECRET'],
    [{ ROLE: 'server', DATABASE_URL: 'postgresql://db/hub', SECRET: 'x'.repeat(32) }, 'STORAGE_URL'],
    [{ HOST: 'http://here' }, 'HOST'],
    [{ PORT: '80a' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ BASE_PATH: '/a/../b/' }, 'BASE_PATH'],
    [{ BASE_PATH: '/a b/' }, 'BASE_PATH'],
    [{ BASE_PATH: '/a//b/' }, 'BASE_PATH'],
    [{ PUBLIC_URL: 'hub.example.org' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'ftp://hub.example.org/quayside/' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://hub.example.org/quayside/?a=1' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://hub.example.org/' }, 'BASE_PATH=/'],
    [{ PUBLIC_URL: 'https://hub.example.org/x/', BASE_PATH: '/y/' }, 'PUBLIC_URL=https://hub.example.org/y/'],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgresql://u:p@ss@host:port/db' }, 'DATABASE_URL'],
    [{ STORAGE_URL: 'ftp://files' }, 'STORAGE_URL'],
    [{ STORAGE_URL: '../files' }, 'STORAGE_URL'],
    [{ STORAGE_URL: 'file://host/path' }, 'STORAGE_URL'],
    [{ STORAGE_URL: 'file:///' }, 'STORAGE_URL'],
    [{ SMTP_URL: 'mail.example.org:25' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'nobody in particular' }, 'MAIL_FROM'],
    [{ ADMIN_EMAIL: 'admin@example.org' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_PASSWORD: 'long enough for us' }, 'ADMIN_EMAIL'],
    [{ ADMIN_EMAIL: 'admin', ADMIN_PASSWORD: 'long enough for us' }, 'ADMIN_EMAIL'],
    [{ ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD'],
    [{ SECRET: 'short' }, 'SECRET'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'user:password@collector:4317' },
      "OTEL_EXPORTER_OTLP_ENDPOINT isn't the address of a collector. Use one such as http://localhost:4318.",
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL',
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_TRACES_SAMPLER_ARG: '2' },
      'OTEL_TRACES_SAMPLER_ARG',
    ],
    [{ DATABASE_REPLICA_URL: 'postgresql://db/quayside' }, 'DATABASE_REPLICA_URL'],
    [{ DATABASE_URL: 'postgresql://db/q', DATABASE_REPLICA_URL: 'mysql://db/q' }, 'DATABASE_REPLICA_URL'],
    [
      { DATABASE_URL: 'postgresql://db/q', DATABASE_REPLICA_URL: 'postgresql://db/q' },
      'DATABASE_REPLICA_URL',
    ],
    [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY'],
  ])('rejects %j and says what to set', (env, named) => {
    const problems = problemsOf(env);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(named);
  });

  it.each(['postgresql:///hub?host=/run/postgresql', 'postgres://hub@/hub?host=/run/postgresql'])(
    'takes the socket address %s',
    (url) => {
      expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
    },
  );

  it('reports every problem at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'loud', SECRET: 'short' })).toHaveLength(3);
  });

  it('never repeats a secret', () => {
    const env = {
      DATABASE_URL: 'mysql://u:hunter2@db',
      SMTP_URL: 'http://u:hunter2@mail',
      STORAGE_URL: 'ftp://u:hunter2@files',
      ADMIN_EMAIL: 'admin@example.org',
      ADMIN_PASSWORD: 'hunter2',
      SECRET: 'hunter2',
    };
    const problems = problemsOf(env);
    expect(problems).toHaveLength(5);
    expect(problems.join('\n')).not.toContain('hunter2');
  });
});
