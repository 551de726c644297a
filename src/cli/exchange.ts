import { CallError } from '#shared/errors.ts';
import type { IdTokens } from './id-tokens.ts';
import { connectStore, type Identity } from './store.ts';

/** A token is valid for 15 minutes; this leaves time for the longest request. */
const RENEW_AFTER_MS = 12 * 60_000;
/** ID tokens that are tried: a job's earlier commands exchanged some. */
const MAX_ATTEMPTS = 20;

interface Exchange {
  readonly url: string;
  readonly appId: string;
  readonly idTokens: IdTokens;
}

interface Exchanged {
  readonly token: string;
  /** By the clock of this process. */
  readonly renewAt: number;
}

/** Returns the identity of a build job, which exchanges an ID token for the first request, and another before each expiry. */
export function exchangingIdentity(exchange: Exchange): Identity {
  const { idTokens, appId } = exchange;
  // Requests that are sent together share one exchange.
  let current: Promise<Exchanged> | null = null;
  const renew = (known: Exchanged | null) => {
    const renewed = exchangeNext(exchange, known);
    current = renewed;
    renewed.catch(() => {
      if (current === renewed) current = known && Promise.resolve(known);
    });
    return renewed;
  };
  return {
    kind: 'job',
    description: `this job of ${idTokens.name}, by a trusted publisher of the app ${appId}; QUAYSIDE_TOKEN isn’t set`,
    token: async (rejected) => {
      const asked = current ?? renew(null);
      const known = await asked;
      if (known.token !== rejected && performance.now() < known.renewAt) return known.token;
      return (await (current === asked ? renew(known) : (current ?? renew(known)))).token;
    },
  };
}

/** Returns a new token, or the known one when the job has no ID token left for another. Throws `CallError`. */
async function exchangeNext(exchange: Exchange, known: Exchanged | null): Promise<Exchanged> {
  const { url, appId, idTokens } = exchange;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const idToken = await idTokens.next();
    if (idToken === null) break;
    try {
      const { token } = await connectStore(url, null).call('tokens.exchange', { appId, idToken });
      return { token, renewAt: performance.now() + RENEW_AFTER_MS };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.details?.['claim'] !== 'jti') throw explain(error, exchange);
    }
  }
  if (known) return { ...known, renewAt: Number.POSITIVE_INFINITY };
  throw new CallError(
    'unauthenticated',
    'Every ID token of this job was exchanged before. Add another one to its id_tokens for each command: QUAYSIDE_ID_TOKEN_2, QUAYSIDE_ID_TOKEN_3 and so on.',
  );
}

/** Adds what to do about an exchange that the store rejected. */
function explain(error: CallError, { url, appId }: Exchange): CallError {
  const { reason, claim } = error.details ?? {};
  const isUntrusted = reason === 'no-trusted-publisher' || reason === 'wrong-claim';
  const settings = `${url}dashboard/apps/${encodeURIComponent(appId)}?tab=settings`;
  const hints = [
    isUntrusted ? `An owner of the app adds this job to its trusted publishers: ${settings}` : null,
    claim === 'aud'
      ? `The ID token is for ${url}: set QUAYSIDE_URL to the public address of the store.`
      : null,
  ].filter((hint) => hint !== null);
  return new CallError(error.code, [error.message, ...hints].join(' '), error.details);
}
