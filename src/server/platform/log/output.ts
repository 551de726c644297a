import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';

/** Bytes buffered for a slow reader; further lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Retry interval for a full pipe, in milliseconds. */
const FULL_PIPE_MS = 50;

/** The result of a write: the error, if any, and the number of bytes written. */
type WriteDone = (error: NodeJS.ErrnoException | null, written: number) => void;

/** A destination for bytes. It may accept only some of them, or fail. */
export interface LogSink {
  write(bytes: Buffer, done: WriteDone): void;
  /** Returns the number of bytes written; throws when it fails. */
  writeSync(bytes: Buffer): number;
}

export interface LogOutput {
  write(line: string): void;
  /** Writes buffered lines before the process exits, with one attempt. */
  flushSync(): void;
}

/**
 * Writes log lines in the background, one write at a time. It never throws and never blocks the process:
 * lines that cannot be written (full disk, closed pipe, stalled reader) are dropped, and once writing works
 * again a line reports how many were lost.
 */
export function openLogOutput(sink: LogSink = openStandardError()): LogOutput {
  let waiting: string[] = [];
  let waitingBytes = 0;
  let dropped = 0;
  let isWriting = false;
  let isMidLine = false;

  const take = (): LogBatch => {
    const report = dropped > 0 ? describeDropped(dropped) : '';
    const bytes = Buffer.from(`${isMidLine ? '\n' : ''}${report}${waiting.join('')}`);
    const batch = { bytes, lines: waiting.length, reported: dropped };
    waiting = [];
    waitingBytes = 0;
    return batch;
  };
  const send = ({ bytes, lines, reported }: LogBatch) => {
    isWriting = true;
    sink.write(bytes, (error, written) => {
      if (written > 0) {
        isMidLine = bytes[written - 1] !== NEWLINE;
        dropped -= reported;
      }
      const rest = { bytes: bytes.subarray(written), lines, reported: written > 0 ? 0 : reported };
      if (error?.code === 'EAGAIN') return void setTimeout(() => send(rest), FULL_PIPE_MS).unref();
      if (!error && rest.bytes.length > 0) return send(rest);
      if (error) dropped += Math.min(lines, countLines(rest.bytes));
      isWriting = false;
      if (waiting.length > 0) send(take());
    });
  };

  return {
    write(line) {
      if (waitingBytes + line.length > MAX_WAITING_BYTES) {
        dropped += 1;
        return;
      }
      waiting.push(line);
      waitingBytes += line.length;
      if (!isWriting) send(take());
    },
    flushSync() {
      if (waiting.length === 0) return;
      try {
        sink.writeSync(take().bytes);
      } catch {
        // The process is exiting: there is nobody left to report to.
      }
    },
  };
}

/** Lines that are written together. */
interface LogBatch {
  readonly bytes: Buffer;
  readonly lines: number;
  /** Number of dropped lines that its first line reports. */
  readonly reported: number;
}

const NEWLINE = 0x0a;

function countLines(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte === NEWLINE) count += 1;
  return count;
}

function describeDropped(dropped: number): string {
  const time = new Date().toISOString();
  return `${JSON.stringify({ level: 'warn', time, dropped, msg: 'log lines were dropped because they could not be written' })}\n`;
}

const STDERR = 2;

/**
 * Opens standard error. A write to a file always finishes; one to a pipe or a terminal may block for ever,
 * and a blocked thread keeps the process from exiting. Pipes and terminals are opened again in non-blocking
 * mode, which does not change the descriptor shared with other processes.
 */
function openStandardError(): LogSink {
  const kind = fstatSync(STDERR);
  if (kind.isFile()) return descriptorSink(STDERR);
  if (kind.isFIFO() || kind.isCharacterDevice()) {
    const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
    try {
      return descriptorSink(openSync(`/proc/self/fd/${STDERR}`, O_WRONLY | O_NONBLOCK | O_NOCTTY));
    } catch {
      // A pipe of another user, a pipe without a reader, or a system without /proc.
    }
  }
  return streamSink();
}

function descriptorSink(descriptor: number): LogSink {
  return {
    write: (bytes, done) => write(descriptor, bytes, done),
    writeSync: (bytes) => writeSync(descriptor, bytes),
  };
}

/** Uses Node's own stream, which does not block either: for sockets, such as journald's. */
function streamSink(): LogSink {
  return {
    write: (bytes, done) => {
      process.stderr.write(bytes, (error) => done(error ?? null, error ? 0 : bytes.length));
    },
    writeSync: (bytes) => {
      process.stderr.write(bytes);
      return bytes.length;
    },
  };
}
