import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Client, Query } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type CallInput, type CallName, calls, type ReadingCall } from '#shared/calls.ts';
import { createPublishedApp, type PublishedApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { setUpTestServer } from '#test/support/set-up.ts';

const server = setUpTestServer();
let admin: Person;
let app: PublishedApp;
/** The app's next version, which is waiting for a review. */
let submitted: string;
let webhookId: string;
let userCode: string;

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

type Inputs = { readonly [Name in ReadingCall]: () => CallInput<Name> | readonly CallInput<Name>[] };

const ofApp = () => ({ appId: app.appId });
const ofVersion = () => ({ versionId: app.versionId });
const ofSubmitted = () => ({ versionId: submitted });
const nothing = () => ({});

/** Inputs with which each call that reads has something to return. A new call doesn't compile without them. */
const INPUTS: Inputs = {
  'account.getExport': nothing,
  'account.previewDeletion': nothing,
  'account.usage': nothing,
  'admin.overview': nothing,
  'announcements.countAudience': () => ({ audience: 'everyone' }),
  'announcements.list': nothing,
  'antiFeatures.list': ofApp,
  'apps.actionRequired': nothing,
  'apps.checkId': () => ({ platform: 'android', applicationId: 'org.example.other' }),
  'apps.dailyDownloads': () => ({ appIds: [app.appId] }),
  'apps.downloads': () => ({ days: 30 }),
  'apps.exportListing': ofApp,
  'apps.find': () => ({ platform: 'android', applicationId: app.applicationId }),
  'apps.get': ofApp,
  'apps.getListing': ofApp,
  'apps.getRequirements': ofApp,
  'apps.list': () => [
    { scope: 'all' },
    { scope: 'mine' },
    { scope: 'all', query: 'harbour', status: 'removed', sort: 'name' },
  ],
  'apps.versionDownloads': () => ({ ...ofApp(), days: 30 }),
  'audit.getChain': nothing,
  'audit.list': () => [
    {},
    { event: 'version.' },
    { events: ['settings.updated', 'settings.logo-changed'] },
    ofApp(),
  ],
  'deviceAuthorizations.get': () => ({ userCode }),
  'listings.getReview': ofApp,
  'listings.recentChanges': nothing,
  'listings.waiting': nothing,
  'members.getInvitation': () => ({ token: 'of-nobody' }),
  'members.list': ofApp,
  'notifications.countUnread': nothing,
  'notifications.getPreferences': nothing,
  'notifications.list': () => [{}, { unreadOnly: true }],
  'readers.list': nothing,
  'releases.getForDevice': () => ({
    platform: 'android',
    applicationId: app.applicationId,
    deviceId: 'a-device-of-somebody',
  }),
  'releases.getReports': ofVersion,
  'releases.list': ofApp,
  'reviews.activity': nothing,
  'reviews.get': ofSubmitted,
  'reviews.neighbors': ofSubmitted,
  'reviews.queue': () => [{}, { sort: 'findings' }, { reviewer: 'me', has: 'rejection' }],
  'reviews.queueSummary': nothing,
  'reviews.thread': ofSubmitted,
  'reviews.waitingTimes': nothing,
  'sessions.list': nothing,
  'settings.get': nothing,
  'settings.getRepository': nothing,
  'setup.getChecklist': nothing,
  'tokens.list': nothing,
  'tokens.listOfUser': () => ({ uid: app.owner.uid }),
  'trustedPublishers.list': ofApp,
  'users.getQuotas': () => ({ uid: app.owner.uid }),
  'users.list': () => [{}, { query: 'dora', sort: 'name' }, { role: 'developer' }],
  'users.me': nothing,
  'versions.compare': ofSubmitted,
  'versions.get': ofSubmitted,
  'versions.getReceipt': ofVersion,
  'versions.history': ofVersion,
  'versions.list': ofApp,
  'webhooks.deliveries': () => ({ webhookId }),
  'webhooks.list': ofApp,
};

/** Settings of a new connection, the first preferences of an account, and the counts of a rate limit. */
const NO_READS =
  /^\s*(?:SELECT set_config\(|update "users" set "settings"|(?:insert into|delete from|update) "rate_limits")/;

test.each(Object.keys(INPUTS) as ReadingCall[])('%s sends only prepared statements', async (name) => {
  const given = INPUTS[name]();
  const caller = calls[name].access === 'admin' ? admin : app.owner;
  for (const input of Array.isArray(given) ? given : [given]) {
    const by = 'scope' in input && input.scope === 'all' ? admin : caller;
    sent = [];
    await by.tryCall(name as CallName, input);
    expect(sent.length).toBeGreaterThan(0);
    const built = sent.filter(({ text, isPrepared }) => !isPrepared && !NO_READS.test(text));
    expect(built.map(({ text }) => text)).toEqual([]);
  }
});
