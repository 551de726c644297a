import { expect, it, vi } from 'vitest';
import { type LogSink, openLogOutput } from './output.ts';

type Write = LogSink['write'];

/** Creates a sink with the given results for its first writes; later writes succeed. */
function createSink(...results: (Partial<{ code: string; written: number }> | 'all')[]) {
  const taken: Buffer[] = [];
  const write: Write = (bytes, done) => {
    const result = results.shift() ?? 'all';
    const { code, written = 0 } = result === 'all' ? { written: bytes.length } : result;
    taken.push(bytes.subarray(0, written));
    setImmediate(done, code ? Object.assign(new Error(code), { code }) : null, written);
  };
  const writeSync = (bytes: Buffer) => taken.push(bytes);
  return { write, writeSync, text: () => Buffer.concat(taken).toString() };
}

const pause = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

it.each(['ENOSPC', 'EPIPE', 'EIO'])(
  'drops lines that fail with %s and reports how many once writing works',
  async (code) => {
    const sink = createSink({ code }, { code });
    const output = openLogOutput(sink);
    output.write('one\n');
    output.write('two\n');
    output.write('three\n');
    await pause();
    await pause();
    expect(sink.text()).toBe('');
    output.write('four\n');
    await pause();
    expect(sink.text()).toMatch(/^\{"level":"warn","time":"[^"]+","dropped":3,"msg":"[^"]+"\}\nfour\n$/);
    output.write('five\n');
    await pause();
    expect(sink.text()).toMatch(/four\nfive\n$/);
  },
);

it('waits for a full pipe with a bounded buffer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const sink = createSink({ code: 'EAGAIN' }, { code: 'EAGAIN' });
    const output = openLogOutput(sink);
    output.write('first\n');
    for (let line = 0; line < 3_000; line += 1) output.write(`${'x'.repeat(1_023)}\n`);
    await pause();
    expect(sink.text()).toBe('');
    for (let turn = 0; turn < 3; turn += 1) {
      await vi.advanceTimersByTimeAsync(50);
      await pause();
    }
    expect(sink.text()).toMatch(/^first\n/);
    expect(sink.text()).toMatch(/"dropped":1976,/);
    expect(sink.text().length).toBeLessThan(1.1 * 1024 ** 2);
  } finally {
    vi.useRealTimers();
  }
});

it('continues a partly written line, and starts a new one when its rest was lost', async () => {
  const sink = createSink({ written: 2 }, 'all', { code: 'ENOSPC', written: 3 });
  const output = openLogOutput(sink);
  output.write('whole\n');
  await pause();
  output.write('torn off\n');
  await pause();
  output.write('last\n');
  await pause();
  expect(sink.text()).toMatch(/^whole\ntor\n\{"level":"warn",[^\n]*"dropped":1,[^\n]*\}\nlast\n$/);
});

it('writes buffered lines when the process exits, with one attempt', () => {
  const sink = createSink();
  const output = openLogOutput({ ...sink, write: () => {} });
  output.write('in progress\n');
  output.write('waits\n');
  output.flushSync();
  output.flushSync();
  expect(sink.text()).toBe('waits\n');
  const failing = openLogOutput({
    write: () => {},
    writeSync: () => {
      throw new Error('EAGAIN');
    },
  });
  failing.write('in progress\n');
  failing.write('lost\n');
  expect(() => failing.flushSync()).not.toThrow();
});
