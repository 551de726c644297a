/** Identifies the backend of the product. */
export interface BackendSettings {
  readonly projectId: string;
  readonly authDomain: string;
  /** Absolute address of the base path, with its slash at the end. */
  readonly baseUrl: string;
}

/** Returns the address of a callable function below the base path (specification sections 1 and 9). */
export function callPath(name: string): string {
  return `us-central1/${name}`;
}

/**
 * Returns the backend that served this page. The base path is chosen when the server starts, not when the client is
 * built, so it comes from the page's `<base>` element; the project is named after its last part.
 */
export function settingsOf(page: Document): BackendSettings {
  const base = new URL(page.baseURI);
  return {
    projectId: base.pathname.split('/').findLast((part) => part !== '') ?? 'quayside',
    authDomain: base.host,
    baseUrl: new URL('.', base).href,
  };
}
