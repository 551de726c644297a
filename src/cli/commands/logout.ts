import { defineCommand, UsageError } from '../command.ts';
import { readSignIns, writeSignIn } from '../sign-ins.ts';

export const logout = defineCommand({
  usage: '[URL]',
  summary: 'sign out of a store: revoke the token of quayside login and delete it',
  options: {},
  async run({ positionals, tools }) {
    if (positionals.length > 1) throw new UsageError('Give at most one address.');
    const store = tools.publicStore(positionals[0]);
    const signIn = readSignIns(tools.variables).stores[store.url];
    const data = { store: store.url };
    if (!signIn) return { text: `You aren’t signed in to ${store.url}.`, data: { ...data, revoked: false } };
    const { revoked } = await store.call('tokens.revokeItself', { token: signIn.token });
    writeSignIn(tools.variables, store.url, null);
    return { text: `Signed out of ${store.url}.`, data: { ...data, revoked } };
  },
});
