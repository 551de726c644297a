import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { formatForTerminal } from './terminal.ts';

/** Returns what a terminal shows of the lines, without their colours. */
function show(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('info', { write: (line: string) => lines.push(formatForTerminal(line)) }));
  return stripVTControlCharacters(lines.join(''));
}

test('shows the time, the level, the message and the values on one line', () => {
  const shown = show((log) => log.warn({ status: 503, path: '/apps' }, 'a request failed'));
  expect(shown).toMatch(
    /^\[\d\d:\d\d:\d\d\.\d{3}\] WARN: a request failed \{"status":503,"path":"\/apps"\}\n$/,
  );
});

test('shows an error with its stack', () => {
  const shown = show((log) => log.error({ err: new TypeError('no such berth') }, 'failed'));
  expect(shown).toContain('no such berth');
  expect(shown).toContain('terminal.test.ts');
});

test('keeps texts of strangers from controlling the terminal', () => {
  const hostile = '\u001b[2J\u009b2J\u0007name\u007f';
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => lines.push(formatForTerminal(line)) });
  log.info({ name: hostile, err: new Error(hostile) }, hostile);
  const shown = lines.join('');
  expect(shown).toContain('name');
  for (const control of ['\u001b[2J', '\u009b', '\u0007', '\u007f']) expect(shown).not.toContain(control);
});
