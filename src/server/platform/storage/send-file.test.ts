import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_KEPT, PIECE_BYTES, PieceBuffers, SMALL_PIECE_BYTES, sendFile } from './send-file.ts';

const bytes = randomBytes(3 * PIECE_BYTES + 1_000);
const all = { start: 0, end: bytes.length - 1 };

let directory: string;
let path: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quayside-send-'));
  path = join(directory, 'file');
  await writeFile(path, bytes);
});
afterAll(() => rm(directory, { recursive: true }));

/** A client that takes a piece each time it is told to. */
class Client extends Writable {
  readonly pieces: Buffer[] = [];
  #taken: (() => void) | null = null;

  override _write(piece: Buffer, _: BufferEncoding, taken: () => void): void {
    this.pieces.push(Buffer.from(piece));
    this.#taken = taken;
    this.emit('piece');
  }

  /** Waits for the next piece. */
  async next(): Promise<void> {
    const arrival = once(this, 'piece');
    this.#taken?.();
    await arrival;
  }

  takeLast(): void {
    this.#taken?.();
  }
}

const readAll = async (range = all, buffers = new PieceBuffers()) => {
  await using file = await open(path);
  const pieces: Buffer[] = [];
  const target = new Writable({
    write(piece: Buffer, _, done) {
      pieces.push(Buffer.from(piece));
      done();
    },
  });
  await sendFile(file, { ...range, target, buffers });
  return Buffer.concat(pieces);
};

test.each([
  ['the whole file', all],
  ['one byte', { start: PIECE_BYTES, end: PIECE_BYTES }],
  ['the end', { start: bytes.length - 5, end: bytes.length - 1 }],
  ['two pieces and a part', { start: 7, end: 2 * PIECE_BYTES + 50 }],
  ['nothing of an empty range', { start: 0, end: -1 }],
])('sends %s', async (_, range) => {
  expect((await readAll(range)).equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
});

test('reads no further than the client does, through one buffer that is used again', async () => {
  await using file = await open(path);
  const buffers = new PieceBuffers();
  const client = new Client();
  const sending = sendFile(file, { ...all, target: client, buffers });
  for (let piece = 1; piece <= 4; piece += 1) {
    await client.next();
    expect([client.pieces.length, client.writableLength]).toEqual([piece, client.pieces.at(-1)?.length]);
    expect([buffers.takenCount, buffers.bytes]).toEqual([1, PIECE_BYTES]);
  }
  client.takeLast();
  await sending;
  expect(Buffer.concat(client.pieces).equals(bytes)).toBe(true);
  expect(buffers.takenCount).toBe(0);
  await readAll(all, buffers);
  expect(buffers.bytes).toBe(PIECE_BYTES);
});

test('stops when the client leaves in the middle, and gives its buffer back', async () => {
  await using file = await open(path);
  const buffers = new PieceBuffers();
  const client = new Client();
  const sending = sendFile(file, { ...all, target: client, buffers });
  await client.next();
  client.destroy();
  await sending;
  expect(client.pieces).toHaveLength(1);
  expect([buffers.takenCount, buffers.bytes]).toEqual([0, PIECE_BYTES]);
});

test('holds a bounded number of large buffers, small ones beyond it, and keeps only the large ones', async () => {
  await using file = await open(path);
  const buffers = new PieceBuffers();
  const clients = Array.from({ length: MAX_KEPT + 3 }, () => new Client());
  const sendings: Promise<void>[] = [];
  for (const client of clients) {
    sendings.push(sendFile(file, { ...all, target: client, buffers }));
    await client.next();
  }
  const large = MAX_KEPT * PIECE_BYTES;
  expect(buffers.bytes).toBe(large + 3 * SMALL_PIECE_BYTES);
  expect(clients.at(-1)?.pieces[0]?.length).toBe(SMALL_PIECE_BYTES);
  for (const client of clients) client.destroy();
  await Promise.all(sendings);
  expect([buffers.takenCount, buffers.bytes]).toEqual([0, large]);
});

test('fails when the file ends early, and gives its buffer back', async () => {
  const short = join(directory, 'short');
  await writeFile(short, bytes);
  await using file = await open(short);
  const buffers = new PieceBuffers();
  const client = new Client();
  const sending = sendFile(file, { ...all, target: client, buffers });
  await client.next();
  await truncate(short, PIECE_BYTES);
  client.takeLast();
  await expect(sending).rejects.toThrow(`ends at ${PIECE_BYTES} instead of ${bytes.length} bytes`);
  expect(buffers.takenCount).toBe(0);
});
