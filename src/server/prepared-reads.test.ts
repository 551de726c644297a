import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Client, Query } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type CallName, calls, type ReadingCall } from '#shared/calls.ts';
import { awaitEmail, invitationLinkOf } from '#test/support/emails.ts';
import { createPublishedApp, type PublishedApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import {
  READ_CALLERS,
  type ReadInputs,
  type ReadTargets,
  readInputs,
  type SecretRead,
} from '#test/support/read-inputs.ts';
import { setUpTestServer } from '#test/support/set-up.ts';

const server = setUpTestServer();
let admin: Person;
let app: PublishedApp;
/** The app's next version, which is waiting for a review. */
let submitted: string;
let webhookId: string;
let userCode: string;
let invitationToken: string;
let userInvitationToken: string;

interface SentQuery {
  readonly text: string;
  readonly isPrepared: boolean;
}

/** The queries of the request that is being handled; undefined in jobs, whose queries are not looked at. */
const ofRequest = new AsyncLocalStorage<SentQuery[]>();
let sent: SentQuery[] = [];
const enter = () => ofRequest.enterWith(sent);

beforeAll(async () => {
  admin = await server.admin();
  app = await createPublishedApp(server);
  submitted = await app.submit('next');
  const url = 'https://hooks.example.org/quayside';
  ({
    webhook: { id: webhookId },
  } = await app.owner.call('webhooks.create', { appId: app.appId, url }));
  ({ userCode } = await server.nobody.call('deviceAuthorizations.start', {
    name: 'quayside on workbench',
    scopes: ['read'],
  }));
  await app.owner.call('members.invite', { appId: app.appId, email: 'guest@example.org', role: 'viewer' });
  const email = await awaitEmail(server, 'guest@example.org', /./);
  invitationToken = new URL(invitationLinkOf(email)).searchParams.get('invitation') ?? '';
  const invited = await admin.call('users.invite', { email: 'new@example.org', role: 'user', by: 'link' });
  userInvitationToken = new URL(invited.link ?? '').searchParams.get('token') ?? '';
  subscribe('http.server.request.start', enter);
});
afterAll(() => unsubscribe('http.server.request.start', enter));
beforeEach(() => {
  const send = Client.prototype.query;
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    const [query] = given as [string | { text: string; name?: string }];
    const { text, name } = typeof query === 'string' ? { text: query } : query;
    // A statement that is planned at each call has its text built once, too, and no name.
    const isPrepared = name !== undefined || query instanceof Query;
    ofRequest.getStore()?.push({ text, isPrepared });
    return (send as (...same: unknown[]) => unknown).apply(this, given);
  } as typeof send);
});

/** Inputs of the reads which need something that only an email or a waiting program has. */
const secretInputs = (): { readonly [Name in SecretRead]: ReadInputs<Name> } => ({
  'deviceAuthorizations.get': { owner: [{ userCode }] },
  'members.getInvitation': { owner: [{ token: invitationToken }] },
  'users.getInvitation': { owner: [{ token: userInvitationToken }] },
});

const targets = (): ReadTargets => ({
  appId: app.appId,
  applicationId: app.applicationId,
  manyAppIds: [app.appId],
  otherAppId: app.appId,
  changedAppId: app.appId,
  publishedVersionId: app.versionId,
  latestVersionId: submitted,
  inReviewVersionId: submitted,
  submittedVersionId: submitted,
  webhookId,
  uid: app.owner.uid,
  actorUid: app.owner.uid,
  subjectUid: app.owner.uid,
});

/** Settings of a new connection, the first preferences of an account, and the counts of a rate limit. */
const NO_READS =
  /^\s*(?:SELECT set_config\(|update "users" set "settings"|(?:insert into|delete from|update) "rate_limits")/;

const isReading = (name: string): name is ReadingCall => (calls[name as CallName].reads ?? []).length > 0;

test.each(Object.keys(calls).filter(isReading))('%s sends only prepared statements', async (name) => {
  const callers = { admin, owner: app.owner, busyUser: app.owner };
  const inputs: { readonly [Name in ReadingCall]: ReadInputs<Name> } = {
    ...readInputs(targets()),
    ...secretInputs(),
  };
  for (const by of READ_CALLERS) {
    for (const input of inputs[name][by] ?? []) {
      sent = [];
      await callers[by].call(name as CallName, input);
      expect(sent.length).toBeGreaterThan(0);
      const built = sent.filter(({ text, isPrepared }) => !isPrepared && !NO_READS.test(text));
      expect(built.map(({ text }) => text)).toEqual([]);
    }
  }
});
