import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection of an attacker. */
export interface RawConnection extends Disposable {
  readonly socket: Socket;
  /** Everything the server sent until the connection ended. */
  readonly ended: Promise<string>;
}

/** Reads what comes until the connection ends, in whatever way. */
async function readAll(socket: Socket): Promise<string> {
  let read = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    read += piece;
  });
  await once(socket, 'close').catch(() => {});
  return read;
}

/** Opens connections to a server by hand, from an address of this machine (127.0.0.2 and so on), and closes what is left. */
export class Attacker implements Disposable {
  readonly #url: URL;
  readonly #from: string;
  readonly #open = new Set<Socket>();

  constructor(url: string, from = '127.0.0.2') {
    this.#url = new URL(url);
    this.#from = from;
  }

  /** Opens a connection and sends `head`, line by line, which may stop anywhere. */
  async open(...head: string[]): Promise<RawConnection> {
    const socket = await this.#connect(head);
    const ended = readAll(socket);
    return { socket, ended, [Symbol.dispose]: () => void socket.destroy() };
  }

  /** Opens so many of the same at once. */
  openMany(count: number, ...head: string[]): Promise<RawConnection[]> {
    return Promise.all(Array.from({ length: count }, () => this.open(...head)));
  }

  /** Opens a connection whose response is not read. */
  async openUnread(...head: string[]): Promise<Socket> {
    const socket = await this.#connect(head);
    return socket.pause();
  }

  async #connect(head: readonly string[]): Promise<Socket> {
    const { hostname: host, port } = this.#url;
    const socket = connect({ host, port: Number(port), localAddress: this.#from });
    this.#open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.#open.delete(socket));
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    if (head.length > 0) socket.write(head.join('\r\n'));
    return socket;
  }

  /** Connections that neither side has ended. */
  get openCount(): number {
    return this.#open.size;
  }

  [Symbol.dispose](): void {
    for (const socket of this.#open) socket.destroy();
  }
}
