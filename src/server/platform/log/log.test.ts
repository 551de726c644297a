import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
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
])('redacts secrets in %j', (fields) => {
  const text = logged((log) => log.info(fields));
  expect(text).toContain('[redacted]');
  expect(text).not.toContain('hunter2');
});

it('omits the parameters of a failed query', () => {
  const cause = new Error('column "x" does not exist');
  const error = new DrizzleQueryError('select $1', ['hunter2'], cause);
  const text = logged((log) => log.error({ err: error }, 'it failed'));
  expect(text).toContain('column \\"x\\" does not exist');
  expect(text).toContain('log.test.ts');
  expect(text).not.toContain('hunter2');
});

describe('equal warnings and errors', () => {
  const parse = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('are written once and then summarised with their count', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => lines.push(line) });
    vi.useFakeTimers();
    try {
      for (let attempt = 1; attempt <= 5_000; attempt += 1) {
        const rejected = Object.assign(new Error(`connect ECONNREFUSED 10.0.0.7:${attempt}`), {
          code: 'ECONNREFUSED',
        });
        log
          .child({})
          .error(
            { requestId: `r${attempt}`, err: new Error('query failed', { cause: rejected }) },
            'it failed',
          );
      }
      log.error('something else');
      expect(parse(lines.join('')).map(({ msg }) => msg)).toEqual(['it failed', 'something else']);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(parse(lines.join('')).at(-1)).toMatchObject({
        level: 'error',
        msg: 'it failed',
        repeated: 4_999,
        error: expect.stringContaining('ECONNREFUSED'),
      });
      await vi.advanceTimersByTimeAsync(20_000);
      expect(lines).toHaveLength(3);
      log.error('something else');
      expect(lines).toHaveLength(4);
    } finally {
      vi.useRealTimers();
    }
  });

  it('differ by message, error or level, and other lines are always written', () => {
    const text = logged((log) => {
      for (const message of ['a', 'b']) {
        log.warn({ err: new Error('x') }, message);
        log.warn({ err: new Error('y') }, message);
        log.error({ err: new Error('y') }, message);
        log.info(message);
        log.info(message);
      }
    });
    expect(parse(text)).toHaveLength(10);
  });
});
