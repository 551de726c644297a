import { CallError } from '#shared/errors.ts';
import type { Variables } from './command.ts';

/** The time for one request to the build service, in milliseconds. */
const REQUEST_MS = 30_000;

/** The ID tokens of a build job; a store accepts each once. */
export interface IdTokens {
  /** The build service, as people call it. */
  readonly name: string;
  /** Returns the next ID token; null when the job has no other one. Throws `CallError`. */
  readonly next: () => Promise<string | null>;
}

/**
 * Returns where this job gets ID tokens for a store: the variables `QUAYSIDE_ID_TOKEN`, `QUAYSIDE_ID_TOKEN_2` and so on,
 * which GitLab sets by `id_tokens`, or GitHub Actions; null elsewhere. The audience is the address that the user gave, so
 * that no other store can use the token.
 */
export function findIdTokens(variables: Variables, audience: string): IdTokens | null {
  const given = readGiven(variables);
  if (given.length > 0) {
    return {
      name: variables['GITLAB_CI'] === 'true' ? 'GitLab CI' : 'QUAYSIDE_ID_TOKEN',
      next: async () => given.shift() ?? null,
    };
  }
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = variables;
  if (!url || !token) return null;
  return { name: 'GitHub Actions', next: () => requestFromGitHub({ url, token, audience }) };
}

function readGiven(variables: Variables): string[] {
  const tokens: string[] = [];
  for (let number = 1; ; number += 1) {
    const token = variables[number === 1 ? 'QUAYSIDE_ID_TOKEN' : `QUAYSIDE_ID_TOKEN_${number}`];
    if (!token) return tokens;
    tokens.push(token.trim());
  }
}

interface GitHubRequest {
  readonly url: string;
  readonly token: string;
  readonly audience: string;
}

/** Requests an ID token as GitHub's "OpenID Connect reference" describes it for custom actions. */
async function requestFromGitHub({ url, token, audience }: GitHubRequest): Promise<string> {
  const address = new URL(url);
  address.searchParams.set('audience', audience);
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    signal: AbortSignal.timeout(REQUEST_MS),
    redirect: 'error',
  }).catch(() => null);
  if (response === null || response.status >= 500) {
    throw new CallError('unavailable', 'GitHub Actions gave no ID token: its service can’t be reached.');
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && typeof body === 'object' && body !== null && 'value' in body) return String(body.value);
  throw new CallError(
    'permission-denied',
    `GitHub Actions gave no ID token (status ${response.status}). Check "permissions: id-token: write" in the workflow.`,
  );
}
