import { prettyFactory } from 'pino-pretty';

const format = prettyFactory({ colorize: true, translateTime: 'SYS:HH:MM:ss.l', singleLine: true });

/**
 * Control characters but tabs and line breaks. Texts of strangers must not reach the terminal as commands to it.
 */
const CONTROL_CHARACTERS = /(?![\t\n])\p{Cc}/gu;

/** Returns a line of the log, a JSON object, as people read it on a terminal. */
export function formatForTerminal(line: string): string {
  const entry: unknown = JSON.parse(line, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(CONTROL_CHARACTERS, '\ufffd') : value,
  );
  return format(entry as object);
}
