import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bodyTimeOf, type ConnectionLimits, isUpload } from './limits.ts';

/** The response sent before a connection is closed: its status line and text. */
export interface ErrorResponse {
  readonly status:
    | '400 Bad Request'
    | '408 Request Timeout'
    | '429 Too Many Requests'
    | '503 Service Unavailable';
  readonly message: string;
}

const STALLED: ErrorResponse = {
  status: '408 Request Timeout',
  message: 'The body didn’t arrive in time. Send it again, or resume the upload.',
};

const TINY_PIECES: ErrorResponse = {
  status: '400 Bad Request',
  message: 'The body comes in too many small pieces. Send larger ones.',
};

/** A body in more pieces than this, with fewer bytes each on average, is an attempt to keep the server busy. */
const MAX_PIECES = 1_024;
const MIN_PIECE_BYTES = 64;

/** One client's connection, with its requests in progress and the progress of body and responses. */
export class Connection {
  readonly socket: Socket;
  readonly network: string | null;
  /** Responses in progress, in the order of their requests. */
  readonly responses = new Set<ServerResponse>();
  #request: IncomingMessage | null = null;
  #startedAt = 0;
  #readAtStart = 0;
  #read = 0;
  #readAt = 0;
  #sent = 0;
  #sentAt = 0;
  #isEnding = false;

  constructor(socket: Socket, network: string | null) {
    this.socket = socket;
    this.network = network;
  }

  /** Registers a new request, whose body may still be incomplete. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    this.responses.add(response);
    this.#request = request;
    this.#startedAt = performance.now();
    this.#read = this.socket.bytesRead;
    this.#readAtStart = this.#read;
    this.#readAt = this.#startedAt;
    if (!(Number(request.headers['content-length']) <= MAX_PIECES)) this.#limitPieces(request);
  }

  /** Bytes of the incomplete body held in memory. */
  get unfinishedBodyBytes(): number {
    const request = this.#request;
    if (!request || request.complete || isUpload(request.url ?? '')) return 0;
    return this.socket.bytesRead - this.#readAtStart;
  }

  /** Bytes of responses held in memory until the client reads them. */
  get unsentBytes(): number {
    let bytes = this.responses.size === 0 ? this.socket.writableLength : 0;
    for (const response of this.responses) bytes += response.writableLength;
    return bytes;
  }

  /** Closes the connection when the client has sent or read too slowly. */
  check(limits: ConnectionLimits): void {
    const now = performance.now();
    if (this.#isEnding) this.socket.destroy();
    else if (this.#isBodyLate(limits, now)) this.end(STALLED);
    else if (this.#isReaderStalled(limits, now)) this.socket.destroy();
  }

  /** Closes the connection, with a response if none has started. */
  end(error: ErrorResponse): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const [first] = this.responses;
    const canRespond = this.socket.writable && this.responses.size <= 1 && !first?.headersSent;
    if (canRespond) this.socket.write(rawResponse(error), () => this.socket.destroy());
    else this.socket.destroy();
  }

  /**
   * Ends the connection when its body arrives in too many tiny pieces. The HTTP parser passes each piece to `push`,
   * also of a body that nobody reads, and stops reading from the socket as soon as that returns false.
   */
  #limitPieces(request: IncomingMessage): void {
    let pieces = 0;
    let bytes = 0;
    const push = request.push.bind(request);
    request.push = (piece: Buffer | null) => {
      pieces += 1;
      bytes += piece?.length ?? 0;
      if (piece === null || pieces <= MAX_PIECES || bytes >= pieces * MIN_PIECE_BYTES) return push(piece);
      this.end(TINY_PIECES);
      // The rest of the buffer that the parser holds passes by.
      request.push = () => true;
      return false;
    };
  }

  #isBodyLate(limits: ConnectionLimits, now: number): boolean {
    const request = this.#request;
    if (!request || request.complete) return false;
    const read = this.socket.bytesRead;
    // When we read slower than the client sends, the delay is ours, not the client's.
    const isOurTurn = request.readableLength >= request.readableHighWaterMark;
    if (isOurTurn || read - this.#read >= limits.minProgressBytes) {
      this.#read = read;
      this.#readAt = now;
    }
    const isStalled = now - this.#readAt > limits.stalledMs;
    return isStalled || now - this.#startedAt > bodyTimeOf(request.url ?? '', limits);
  }

  #isReaderStalled(limits: ConnectionLimits, now: number): boolean {
    // `bytesWritten` counts the bytes passed to the socket, `writableLength` those that have not been sent
    // yet.
    const sent = this.socket.bytesWritten - this.socket.writableLength;
    if (this.socket.writableLength === 0 || sent !== this.#sent) {
      this.#sent = sent;
      this.#sentAt = now;
    }
    return now - this.#sentAt > limits.stalledMs;
  }
}

function rawResponse({ status, message }: ErrorResponse): string {
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(message)}`,
    ...(status === TINY_PIECES.status ? [] : ['Retry-After: 5']),
    'Connection: close',
    '',
    message,
  ].join('\r\n');
}
