/** Specification section 9: how long a chunk may take. */
const CHUNK_TIMEOUT_MS = 120_000;

/** A script of the product that did not arrive (specification section 8). */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
  readonly reason: string;

  constructor(id: string, reason: string) {
    super(`Loading chunk ${id} failed`);
    this.reason = reason;
  }
}

/** Whether the page that the server gives now starts with another script than this one did. */
async function isReplacedByNewRelease(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (entry === null) return false;
  try {
    const page = await fetch(document.baseURI, { cache: 'no-store' });
    return page.ok && !(await page.text()).includes(entry.src.slice(entry.src.lastIndexOf('/')));
  } catch {
    return false;
  }
}

/**
 * Loads a chunk; throws a ChunkError with the reason when it fails or takes longer than two minutes.
 * A page whose files a new release has replaced is loaded anew instead.
 */
export async function loadChunk<Module>(id: string, load: () => Promise<Module>): Promise<Module> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new ChunkError(id, 'It took longer than 120 seconds.')),
    CHUNK_TIMEOUT_MS,
  );
  try {
    return await Promise.race([load(), late.promise]);
  } catch (error) {
    if (await isReplacedByNewRelease()) {
      window.location.reload();
      // The page goes: an error in its last moment would say what is no longer so.
      return await new Promise<never>(() => undefined);
    }
    if (error instanceof ChunkError) throw error;
    throw new ChunkError(id, error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
}
