/** The method, body and headers of a request to the backend. */
export interface SendInit extends Pick<RequestInit, 'method' | 'body' | 'signal'> {
  readonly headers?: Readonly<Record<string, string>>;
  /** True to send it without the user's token. */
  readonly isAnonymous?: boolean | undefined;
}

/** Sends a request; rejects as `fetch` does. */
export type Send = (url: URL, init: SendInit) => Promise<Response>;

/** Sends a request by `fetch`, without cookies. */
export const send: Send = (url, init) => fetch(url, { ...init, credentials: 'omit' });
