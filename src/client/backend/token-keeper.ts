/** Time before its expiry at which the token is refreshed (specification section 9). */
const REFRESH_BEFORE_MS = 5 * 60_000;
/** The longest delay of a timer; browsers fire longer ones immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface TokenKeeper {
  /** Returns the token, fetching it if there is none or it is about to expire; null without a session. */
  get(): Promise<string | null>;
  /** Returns a token other than `rejected`. */
  renew(rejected: string): Promise<string | null>;
  /** Takes a token that came with another response. */
  keep(fresh: string): void;
  forget(): void;
}

/** Returns the expiry of a JWT in milliseconds since 1970 (RFC 7519, section 4.1.4); now if it has none. */
export function expiryOf(token: string): number {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : Date.now();
  } catch {
    return Date.now();
  }
}

/**
 * Holds the short-lived token of the session and refreshes it five minutes before it expires.
 * Concurrent callers share a pending refresh. `fetchToken` returns null without a session.
 */
export function createTokenKeeper(fetchToken: () => Promise<string | null>): TokenKeeper {
  let token: string | null = null;
  let pending: Promise<string | null> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function forget() {
    clearTimeout(timer);
    token = null;
    pending = null;
  }

  function keep(fresh: string) {
    token = fresh;
    schedule(fresh);
  }

  function schedule(fresh: string) {
    const wait = expiryOf(fresh) - REFRESH_BEFORE_MS - Date.now();
    // A token valid for five minutes or less is fetched on demand, or refreshing it would never end.
    if (wait <= 0) return;
    timer = setTimeout(() => void refresh().catch(() => undefined), Math.min(wait, MAX_TIMER_MS));
  }

  function refresh(): Promise<string | null> {
    if (pending !== null) return pending;
    clearTimeout(timer);
    const mine = fetchToken().then(
      (fresh) => {
        // Another user has signed in, or out, in the meantime.
        if (pending !== mine) return fresh;
        pending = null;
        if (fresh === null) token = null;
        else keep(fresh);
        return fresh;
      },
      (error: unknown) => {
        if (pending === mine) pending = null;
        throw error;
      },
    );
    pending = mine;
    return mine;
  }

  return {
    get() {
      if (pending !== null) return pending;
      const usable = token !== null && expiryOf(token) > Date.now();
      return usable ? Promise.resolve(token) : refresh();
    },
    renew(rejected) {
      if (token !== null && token !== rejected) return Promise.resolve(token);
      return refresh();
    },
    keep,
    forget,
  };
}
