import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('info', { write: (line: string) => lines.push(line) }));
  return lines.join('');
}

it('writes one JSON object per line with level, time and fields', () => {
  const line = JSON.parse(logged((log) => log.info({ appId: 'a1' }, 'published')));
  expect(line).toMatchObject({ level: 'info', appId: 'a1', msg: 'published' });
  expect(new Date(line.time).getTime()).toBeGreaterThan(0);
});

it.each([
  { password: 'hunter2' },
  { user: { password: 'hunter2' } },
  { request: { headers: { cookie: 'hunter2', authorization: 'hunter2' } } },
  { response: { headers: { 'set-cookie': ['hunter2'] } } },
  { call: { data: { input: { token: 'hunter2' } } } },
])('blanks out secrets in %j', (fields) => {
  const text = logged((log) => log.info(fields));
  expect(text).toContain('[redacted]');
  expect(text).not.toContain('hunter2');
});

it('keeps the parameters of a failed query to itself', () => {
  const cause = new Error('column "x" does not exist');
  const error = new DrizzleQueryError('select $1', ['hunter2'], cause);
  const text = logged((log) => log.error({ err: error }, 'it failed'));
  expect(text).toContain('column \\"x\\" does not exist');
  expect(text).toContain('log.test.ts');
  expect(text).not.toContain('hunter2');
});
