import { Readable } from 'node:stream';
import { StorageUnavailableError } from '../storage.ts';

/** Time for which a response may send nothing while somebody reads it. */
const STALL_MS = 30_000;

/**
 * Returns the body of a response as a stream, which the caller must read or destroy. It fails with
 * `StorageUnavailableError` when the body breaks off or stalls. `request` names the request in messages.
 */
export function readResponse(
  { body }: { readonly body: ReadableStream<Uint8Array> | null },
  request: string,
  stallMs = STALL_MS,
): Readable {
  if (!body) return Readable.from([]);
  const reader = body.getReader();
  return new Readable({
    async read() {
      const timer = setTimeout(
        () => this.destroy(new StorageUnavailableError(`${request} sent nothing for ${stallMs} ms`)),
        stallMs,
      );
      try {
        const { done, value } = await reader.read();
        if (!this.destroyed) this.push(done ? null : value);
      } catch (error) {
        this.destroy(
          new StorageUnavailableError(`${request} broke off: ${(error as Error).message}`, { cause: error }),
        );
      } finally {
        clearTimeout(timer);
      }
    },
    destroy(reason, done) {
      reader.cancel().catch(() => {});
      done(reason);
    },
  });
}
