/** Specification section 9: the token is refreshed this long before it expires. */
const REFRESH_BEFORE_MS = 5 * 60_000;
/** Browsers fire timers beyond this at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface TokenKeeper {
  /** The token, fetched when there is none or it is about to expire; null without a session. */
  get(): Promise<string | null>;
  /** A token other than `refused`. */
  renew(refused: string): Promise<string | null>;
  forget(): void;
}

/** When a JWT expires, in milliseconds since 1970 (RFC 7519, section 4.1.4: `exp` in seconds); now if it does not say. */
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
 * Whoever asks while a refresh is under way waits for that one. `fetchToken` gives null without a session.
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

  function schedule(fresh: string) {
    const wait = expiryOf(fresh) - REFRESH_BEFORE_MS - Date.now();
    // A token that lives five minutes or less is fetched on demand instead, or it would be fetched without end.
    if (wait <= 0) return;
    timer = setTimeout(() => void refresh().catch(() => undefined), Math.min(wait, LONGEST_TIMER_MS));
  }

  function refresh(): Promise<string | null> {
    if (pending !== null) return pending;
    clearTimeout(timer);
    const mine = fetchToken().then(
      (fresh) => {
        // Signed out, or somebody else in, while it was on its way.
        if (pending !== mine) return fresh;
        pending = null;
        token = fresh;
        if (fresh !== null) schedule(fresh);
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
    renew(refused) {
      if (token !== null && token !== refused) return Promise.resolve(token);
      return refresh();
    },
    forget,
  };
}
