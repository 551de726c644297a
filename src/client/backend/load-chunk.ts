import { t } from '#shared/languages/translate.ts';

/** The time limit for a chunk (specification section 9). */
const CHUNK_TIMEOUT_MS = 120_000;

/** A chunk that failed to load (specification section 8). */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
  readonly reason: string;

  constructor(id: string, reason: string) {
    super(t`Loading chunk ${id} failed`);
    this.reason = reason;
  }
}

/** Returns the current page from the server, or null when it can't be loaded. */
async function readPage(): Promise<string | null> {
  try {
    const page = await fetch(document.baseURI, { cache: 'no-store' });
    return page.ok ? await page.text() : null;
  } catch {
    return null;
  }
}

/** Returns true when the server's page has other start scripts, because a newer release replaced the files. */
function isNewRelease(page: string): boolean {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]');
  return [...scripts].some(({ src }) => !page.includes(src.slice(src.lastIndexOf('/'))));
}

interface ChunkAttempt {
  /** True when the user retries a chunk that failed. */
  readonly again?: boolean;
}

/**
 * Loads a chunk; throws a ChunkError with the reason when it fails or takes longer than two minutes. A page whose
 * files a new release has replaced is reloaded instead. So is a page whose second attempt fails while the server can
 * be reached: Chromium remembers a failed script until then (github.com/whatwg/html/issues/6768).
 */
export async function loadChunk<Module>(
  id: string,
  load: () => Promise<Module>,
  { again = false }: ChunkAttempt = {},
): Promise<Module> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new ChunkError(id, 'It timed out after 120 seconds.')),
    CHUNK_TIMEOUT_MS,
  );
  try {
    return await Promise.race([load(), late.promise]);
  } catch (error) {
    const page = await readPage();
    if (page !== null && (again || isNewRelease(page))) {
      window.location.reload();
      // The page reloads, so an error would be wrong by the time it shows.
      return await new Promise<never>(() => undefined);
    }
    if (error instanceof ChunkError) throw error;
    throw new ChunkError(id, error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
}
