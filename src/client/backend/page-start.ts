import type { PageStart } from '#shared/page-start.ts';

/** Milliseconds after which the page asks for each part by itself. */
const TIMEOUT_MS = 30_000;

/**
 * Loads what every page starts with, by the request that the page has preloaded. Returns null when it can't be loaded,
 * or an older server doesn't have it: then each part is requested by itself.
 */
export async function loadPageStart(baseUrl: string): Promise<PageStart | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(new URL('page-start', baseUrl), { credentials: 'same-origin', signal });
    return response.ok ? ((await response.json()) as PageStart) : null;
  } catch {
    return null;
  }
}
