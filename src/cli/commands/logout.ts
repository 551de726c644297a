import { CallError } from '#shared/errors.ts';
import { defineCommand } from '../command.ts';
import { hintOfToken, readSignIns, writeSignIn } from '../sign-ins.ts';
import { UsageError } from '../usage-error.ts';
import { ADDRESS_TWICE } from './login.ts';

export const logout = defineCommand({
  usage: '[URL]',
  summary: 'sign out of a store: revoke the token of quayside login and delete it',
  options: {},
  async run({ values, positionals, tools }) {
    if (positionals.length > 1) throw new UsageError('Give at most one address.');
    if (positionals.length > 0 && values.url !== undefined) throw new UsageError(ADDRESS_TWICE);
    const store = tools.publicStore(positionals[0]);
    const signIn = readSignIns(tools.variables).stores[store.url];
    const data = { store: store.url };
    if (!signIn) return { text: `You aren’t signed in to ${store.url}.`, data: { ...data, revoked: false } };
    try {
      const { revoked } = await store.call('tokens.revokeItself', { token: signIn.token });
      return { text: `Signed out of ${store.url}.`, data: { ...data, revoked } };
    } catch (error) {
      if (!(error instanceof CallError || error instanceof UsageError)) throw error;
      throw new CallError(
        error instanceof CallError ? error.code : 'unavailable',
        `Signed out on this computer, but the token, which starts with ${hintOfToken(signIn.token)}, wasn’t revoked: ${error.message} Revoke it on the store’s API page.`,
      );
    } finally {
      // A store that is gone must not keep anybody signed in here.
      writeSignIn(tools.variables, store.url, null);
    }
  },
});
