import { DrizzleQueryError } from 'drizzle-orm';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

const secretNames = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'accessToken',
  'refreshToken',
  'secret',
  'authorization',
  'Authorization',
  'cookie',
  'Cookie',
  'set-cookie',
  'Set-Cookie',
];

/**
 * A log that writes one JSON object per line, to standard error unless told otherwise (standard output is kept for
 * what a person starting the server must read). Passwords, tokens, cookies and authorization headers are blanked out
 * down to the fourth level of a logged object, and so are the parameters of a failed query.
 */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap(pathsToName), censor: '[redacted]' },
      serializers: { err: describeError },
    },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );
}

/** Redaction takes explicit paths only, so each name is listed once per level. */
function pathsToName(name: string): string[] {
  return ['', '*', '*.*', '*.*.*'].map((prefix) => `${prefix}["${name}"]`);
}

/** pino's own view of an error, without the query parameters that Drizzle puts into message and stack. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { params: _, ...described } = pino.stdSerializers.err(error) as Record<string, unknown>;
  if (!(error instanceof DrizzleQueryError)) return described;
  return {
    ...described,
    message: `Failed query: ${error.query}: ${error.cause?.message ?? 'unknown cause'}`,
    stack: error.stack?.replace(error.message, ''),
  };
}
