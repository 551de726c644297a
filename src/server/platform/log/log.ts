import { DrizzleQueryError } from 'drizzle-orm';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { isTracing, traceFields } from '../tracing/tracing.ts';
import { type LogOutput, openLogOutput } from './output.ts';
import { createRepeats, type RepeatFilter } from './repeats.ts';

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
 * Creates a log that writes one JSON object per line, to standard error by default (standard output is
 * reserved for messages to the person who starts the server); on a terminal they are lines for people. Redacts passwords, tokens, cookies and
 * authorization headers down to the fourth level of a logged object, and the parameters of failed queries.
 * Summarises repeated warnings and errors (`repeats.ts`), and drops lines that cannot be written
 * (`output.ts`).
 */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Log {
  const output = destination ?? standardError();
  const plain = createPino(level, output, () => false);
  const repeats = createRepeats({
    summarise: ({ level: number, message, error, count }) => {
      plain[pino.levels.labels[number] as pino.Level]({ repeated: count, ...(error && { error }) }, message);
    },
  });
  if (!destination) unfinished.add(repeats);
  return createPino(level, output, repeats.isRepeated);
}

/** Repeat counters of logs on standard error that have not been summarised yet. */
const unfinished = new Set<RepeatFilter>();
let opened: LogOutput | null = null;

/** Only a terminal gets lines that programs can't read; the formatter isn't loaded elsewhere. */
const formatLine = process.stderr.isTTY
  ? (await import('./terminal.ts')).formatForTerminal
  : (line: string) => line;

/** Returns the single output on standard error, which flushes when the process exits. */
function standardError(): LogOutput {
  if (opened) return opened;
  const lines = openLogOutput();
  const output: LogOutput = { ...lines, write: (line) => lines.write(formatLine(line)) };
  process.once('exit', () => {
    for (const repeats of unfinished) repeats.flush();
    output.flushSync();
  });
  opened = output;
  return output;
}

/** Pino's number for the level. */
const WARN = pino.levels.values.warn ?? 40;

type IsRepeated = (level: number, logged: readonly unknown[]) => boolean;

function createPino(level: Config['logLevel'], output: DestinationStream, isRepeated: IsRepeated): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap(pathsToName), censor: '[redacted]' },
      serializers: { err: describeError },
      ...(isTracing() && { mixin: traceFields }),
      hooks: {
        logMethod(logged, method, line) {
          if (line < WARN || !isRepeated(line, logged)) method.apply(this, logged);
        },
      },
    },
    output,
  );
}

/** Lists each name once per level, because redaction only accepts explicit paths. */
function pathsToName(name: string): string[] {
  return ['', '*', '*.*', '*.*.*'].map((prefix) => `${prefix}["${name}"]`);
}

/** Serialises an error like pino, without the query parameters that Drizzle adds to message and stack. */
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
