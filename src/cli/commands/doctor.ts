import type { CallName } from '#shared/calls.ts';
import { CallError, ERROR_STATUS } from '#shared/errors.ts';
import { TOKEN_SCOPES, type TokenScope } from '#shared/token-scope.ts';
import { defineCommand, EXIT } from '../command.ts';
import { describeFailure } from '../failure.ts';
import { findAppByAnyId } from '../find-app.ts';
import { responseError, type Store } from '../store.ts';

/** Tokens and dates of a clock that differs by more are confusing. */
const MAX_CLOCK_SECONDS = 60;

/** For each scope a call that needs it. Without input it changes nothing, because the scope is checked first. */
const PROBES: Readonly<Record<TokenScope, CallName>> = {
  read: 'apps.get',
  upload: 'versions.create',
  listing: 'apps.updateListing',
  submit: 'versions.submit',
  release: 'releases.publish',
  webhooks: 'webhooks.create',
};

/** The statuses of a call without input, by the token. */
const PROBED: ReadonlySet<number> = new Set([
  ERROR_STATUS['invalid-argument'],
  ERROR_STATUS.unauthenticated,
  ERROR_STATUS['permission-denied'],
]);

export const doctor = defineCommand({
  usage: '',
  summary: 'check the connection to the store, the clock, the app, and whose token is used with which scopes',
  options: {
    app: { type: 'string', value: 'ID', help: 'the app to check; a build job without a token needs it' },
  },
  async run({ values, tools }) {
    const store = tools.store();
    // Another server could respond to the other requests, too.
    await tools.publicStore().call('settings.get', {});
    const { headers } = await store.request('healthz');
    const clockSeconds = Math.round((Date.now() - Date.parse(headers.get('date') ?? '')) / 1000);
    const isClockRight = Math.abs(clockSeconds) <= MAX_CLOCK_SECONDS;
    const statuses = await Promise.all(TOKEN_SCOPES.map((scope) => probe(store, PROBES[scope])));
    const isTokenValid = !statuses.includes(ERROR_STATUS.unauthenticated);
    const scopes = TOKEN_SCOPES.filter(
      (_scope, index) => statuses[index] === ERROR_STATUS['invalid-argument'],
    );
    const { kind, description } = store.identity ?? {};
    const app = values.app !== undefined && isTokenValid ? await checkApp(store, values.app) : null;
    const lines = [
      `Store: ${store.url}`,
      `Identity: ${description}`,
      isClockRight ? 'Clock: right' : `Clock: differs from the store’s by ${clockSeconds} seconds`,
      isTokenValid
        ? `Token: valid, with the scopes ${scopes.join(', ')}`
        : 'Token: not valid. Create another one.',
      ...(app === null ? [] : [app.line]),
    ];
    return {
      exit: isTokenValid ? (app?.exit ?? EXIT.done) : EXIT.notAuthorised,
      text: lines.join('\n'),
      data: {
        store: store.url,
        identity: kind,
        clockSeconds,
        isTokenValid,
        scopes,
        app: app?.found ?? null,
        appError: app?.error ?? null,
      },
    };
  },
});

/** Finds the app as every other command does, and returns what they would say and exit with. */
async function checkApp(store: Store, given: string) {
  try {
    const { id, platform, applicationId, name } = await findAppByAnyId(store, given);
    return {
      exit: EXIT.done,
      line: `App: ${name} (${applicationId}), ID ${id}`,
      found: { id, platform, applicationId, name },
    };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { exit, text, data } = describeFailure(error);
    return { exit, line: `App: ${given} can’t be used. ${text}`, error: data };
  }
}

/** Returns the status of a call without input. */
async function probe(store: Store, name: CallName): Promise<number> {
  const response = await store.request(`us-central1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"data":{}}',
  });
  const { status } = response;
  // A busy store says nothing about the token.
  if (!PROBED.has(status)) throw responseError(response, await response.json().catch(() => null));
  await response.body?.cancel();
  return status;
}
