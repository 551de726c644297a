import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '#test/support/people.ts';
import { tusHeaders } from '#test/support/uploads.ts';

/** Files are sent in pieces of this size, for at most this time. */
const PIECE_BYTES = 3_000_000;
const UPLOAD_MS = 120_000;
const PAUSE_MS = 100;

/** Sends a file in pieces as tus clients do: after an interruption it continues where the store says that it ends. */
export async function sendFile(owner: Person, versionId: string, bytes: Uint8Array): Promise<void> {
  const deadline = performance.now() + UPLOAD_MS;
  let offset = 0;
  while (offset < bytes.length) {
    const piece = bytes.subarray(offset, offset + PIECE_BYTES);
    const sent = await sendPiece(owner, versionId, { offset, piece });
    if (sent === 'ended') throw new Error('the upload ended');
    if (sent === 'interrupted' && performance.now() > deadline) throw new Error('the upload took too long');
    if (sent === 'interrupted') await sleep(PAUSE_MS);
    offset = sent === 'stored' ? offset + piece.length : ((await readOffset(owner, versionId)) ?? offset);
  }
}

interface Piece {
  readonly offset: number;
  readonly piece: Uint8Array;
}

/** The statuses after which the offset has to be asked for: a conflict, and an upload that another request sends. */
const RETRIED = new Set([409, 423]);

async function sendPiece(
  owner: Person,
  versionId: string,
  { offset, piece }: Piece,
): Promise<'stored' | 'interrupted' | 'ended'> {
  const sent = await requestUpload(owner, versionId, {
    method: 'PATCH',
    headers: tusHeaders(owner, offset),
    body: piece as BodyInit,
  });
  if (sent?.status === 204) return 'stored';
  return !sent || sent.status >= 500 || RETRIED.has(sent.status) ? 'interrupted' : 'ended';
}

async function readOffset(owner: Person, versionId: string): Promise<number | null> {
  const response = await requestUpload(owner, versionId, { method: 'HEAD', headers: tusHeaders(owner) });
  const offset = response?.ok ? response.headers.get('upload-offset') : null;
  return offset === null || offset === undefined ? null : Number(offset);
}

/** Requests an upload from the server that this person uses, whatever the store's public address is. Null when it is gone. */
async function requestUpload(owner: Person, versionId: string, init: RequestInit): Promise<Response | null> {
  try {
    const response = await owner.fetch(`uploads/${versionId}`, init);
    await response.arrayBuffer();
    return response;
  } catch {
    return null;
  }
}
