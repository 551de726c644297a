import { CallError } from '#shared/errors.ts';
import type { Variables } from './command.ts';
import { exchangingIdentity } from './exchange.ts';
import { findIdTokens } from './id-tokens.ts';
import { readSignIns } from './sign-ins.ts';
import type { Identity } from './store.ts';
import { UsageError } from './usage-error.ts';

interface IdentityRequest {
  readonly url: string;
  /** The app whose trusted publisher a build job uses. */
  readonly appId: string | undefined;
}

/**
 * Returns the identity for a store: a token from a variable, else that of the build job, else the one of `quayside login`.
 * Throws `UsageError` without any, and `CallError` in a build job that lacks the permission.
 */
export function findIdentity(variables: Variables, { url, appId }: IdentityRequest): Identity {
  const { QUAYSIDE_TOKEN, GITHUB_ACTIONS, GITLAB_CI } = variables;
  const signIn = readSignIns(variables).stores[url];
  if (QUAYSIDE_TOKEN) {
    const others = signIn ? `, which comes before the sign-in of ${signIn.user}` : '';
    return fixedIdentity('token', `the token in QUAYSIDE_TOKEN${others}`, QUAYSIDE_TOKEN.trim());
  }
  const idTokens = findIdTokens(variables, url);
  if (idTokens) return exchangingIdentity({ url, appId: requireAppId(appId), idTokens });
  if (signIn) {
    return fixedIdentity(
      'sign-in',
      `${signIn.user}, by quayside login; QUAYSIDE_TOKEN isn’t set`,
      signIn.token,
    );
  }
  if (GITHUB_ACTIONS === 'true') {
    throw new CallError(
      'unauthenticated',
      'This job can’t request an ID token. Add "permissions: id-token: write" to it in the workflow and a trusted publisher to the app, or set QUAYSIDE_TOKEN to an API token.',
    );
  }
  if (GITLAB_CI === 'true') {
    throw new CallError(
      'unauthenticated',
      `This job has no ID token. Add QUAYSIDE_ID_TOKEN with "aud: ${url}" to its id_tokens and a trusted publisher to the app, or set QUAYSIDE_TOKEN to an API token.`,
    );
  }
  throw new UsageError('Sign in with quayside login, or set QUAYSIDE_TOKEN to an API token.');
}

function fixedIdentity(kind: Identity['kind'], description: string, token: string): Identity {
  return { kind, description, token: async () => token };
}

function requireAppId(appId: string | undefined): string {
  if (appId === undefined) {
    throw new UsageError('Give --app or set QUAYSIDE_APP: the ID token of a job is exchanged for one app.');
  }
  // Application IDs have dots.
  if (!appId.includes('.')) return appId;
  throw new UsageError(
    `In a job without QUAYSIDE_TOKEN, the app is the ID in the address of its page, not ${appId}.`,
  );
}
