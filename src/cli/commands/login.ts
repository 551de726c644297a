import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallResult } from '#shared/calls.ts';
import { cutCharacters } from '#shared/characters.ts';
import { CallError } from '#shared/errors.ts';
import { TOKEN_SCOPES, type TokenScope } from '#shared/token-scope.ts';
import { openBrowser } from '../browser.ts';
import { defineCommand, type Tools } from '../command.ts';
import { hintOfToken, readSignIns, signInsPath, writeSignIn } from '../sign-ins.ts';
import type { Store } from '../store.ts';
import { UsageError } from '../usage-error.ts';

/** The scopes that the commands need. */
const SCOPES: readonly TokenScope[] = ['read', 'upload', 'listing', 'submit', 'release'];
const MAX_NAME_LENGTH = 60;
/** The error for an address that is given as an argument and as an option. */
export const ADDRESS_TWICE = 'Give the address once: as an argument, or by --url.';

export const login = defineCommand({
  usage: '[URL]',
  summary: 'sign in to a store in the browser',
  options: {
    name: { type: 'string', value: 'NAME', help: 'the name of the token; by default that of this computer' },
    scopes: { type: 'string', value: 'LIST', help: `the most it may do; by default ${SCOPES.join(',')}` },
    'no-browser': { type: 'boolean', help: 'only print the address' },
  },
  async run({ values, positionals, tools }) {
    if (positionals.length > 1) throw new UsageError('Give at most one address.');
    if (positionals.length > 0 && values.url !== undefined) throw new UsageError(ADDRESS_TWICE);
    const store = tools.publicStore(positionals[0]);
    const started = await store.call('deviceAuthorizations.start', {
      name: values.name ?? cutCharacters(`quayside on ${hostname()}`, MAX_NAME_LENGTH),
      scopes: readScopes(values.scopes),
    });
    tools.progress(
      `Open ${started.completeUrl}\nand check that the page shows the code ${started.userCode}. Waiting for your approval…`,
    );
    if (!values['no-browser']) openBrowser(started.completeUrl, tools.variables);
    const { secret, token, user } = await waitForApproval(store, started);
    const before = readSignIns(tools.variables).stores[store.url];
    const who = user.name === user.email ? user.email : `${user.name} (${user.email})`;
    writeSignIn(tools.variables, store.url, { token: secret, user: who });
    if (before) await revokeEarlier(store, before.token, tools);
    const path = signInsPath(tools.variables);
    const until = token.expiresAt === null ? '' : ` until ${token.expiresAt.slice(0, 10)}`;
    const apps = token.appIds === null ? 'all your apps' : `${token.appIds.length} of your apps`;
    return {
      text: `Signed in to ${store.url} as ${who}${until}, with the scopes ${token.scopes.join(', ')} for ${apps}. ${path} has the token.`,
      data: { store: store.url, user, token, path },
    };
  },
});

function readScopes(text: string | undefined): TokenScope[] {
  if (text === undefined) return [...SCOPES];
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !TOKEN_SCOPES.some((scope) => scope === name));
  if (unknown !== undefined) {
    throw new UsageError(`--scopes takes ${TOKEN_SCOPES.join(', ')}, not "${unknown}".`);
  }
  return TOKEN_SCOPES.filter((scope) => names.includes(scope));
}

/** Revokes the token of the earlier sign-in. The new one works without that, so a failure is only a warning. */
async function revokeEarlier(store: Store, token: string, { progress }: Pick<Tools, 'progress'>) {
  try {
    await store.call('tokens.revokeItself', { token });
  } catch (error) {
    if (!(error instanceof CallError || error instanceof UsageError)) throw error;
    progress(
      `Warning: the earlier token, which starts with ${hintOfToken(token)}, wasn’t revoked: ${error.message} Revoke it on the store’s API page.`,
    );
  }
}

/** Polls until somebody approved the code (RFC 8628, section 3.4). Throws `CallError` when it was declined or has expired. */
async function waitForApproval(
  store: Store,
  { deviceCode, intervalSeconds }: CallResult<'deviceAuthorizations.start'>,
) {
  let seconds = intervalSeconds;
  try {
    for (;;) {
      await sleep(seconds * 1000);
      const polled = await store.call('deviceAuthorizations.poll', { deviceCode });
      if (polled.granted) return polled.granted;
      seconds = polled.intervalSeconds;
    }
  } catch (error) {
    const isGone = error instanceof CallError && error.code === 'not-found';
    if (!isGone) throw error;
    throw new CallError(
      'deadline-exceeded',
      // The response with the token may have been lost.
      'The code has expired or was already used. If the store’s API page lists a new token that you don’t have, revoke it. Run quayside login again.',
    );
  }
}
