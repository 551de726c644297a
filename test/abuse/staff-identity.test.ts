import { expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { setUpRoles } from './roles.ts';

const { server, admin, newPerson, newAdmin, newApp, submit, addMember, openStream } = setUpRoles();

test('the identity of staff is in no response to a publisher', async () => {
  const reviewer = await newAdmin('secret-reviewer');
  const [owner, member] = [await newPerson('owner'), await newPerson('member')];
  const app = await newApp(owner);
  const { appId } = app;
  await addMember(appId, member, 'viewer');
  const { secret } = await owner.call('tokens.create', { name: 'CI', scopes: ['read', 'upload'] });
  await owner.call('webhooks.create', { appId, url: 'https://receiver.example/hook' });
  const listener = await openStream(owner);
  const seen: unknown[] = [];
  const program: Pick<Person, 'call'> = {
    call: async (name, data) => {
      const response = await fetch(`${server.url}us-central1/${name}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ data }),
      });
      return ((await response.json()) as { result: never }).result;
    },
  };
  const look = async (by: Pick<Person, 'call'>, versionId: string) => {
    for (const name of ['versions.get', 'versions.compare', 'versions.history'] as const) {
      seen.push(await by.call(name, { versionId }));
    }
    seen.push(
      await by.call('apps.get', { appId }),
      await by.call('apps.list', { scope: 'mine' }),
      await by.call('releases.list', { appId }),
      await by.call('reviews.waitingTimes', {}),
    );
  };

  const versionId = await submit(owner, app);
  await reviewer.call('reviews.claim', { versionId });
  await reviewer.call('reviews.comment', { versionId, text: 'Why this name?' });
  await reviewer.call('reviews.comment', { versionId, text: 'Odd.', internal: true });
  await look(owner, versionId);
  seen.push(await owner.call('versions.withdraw', { versionId }));
  seen.push(await owner.call('versions.submit', { versionId }));
  await reviewer.call('reviews.claim', { versionId });
  seen.push(await owner.call('reviews.comment', { versionId, text: 'It is a harbour.' }));
  await reviewer.call('reviews.approve', { versionId, note: 'Fine.' });
  for (const by of [owner, member, program]) await look(by, versionId);
  await reviewer.call('versions.markVulnerable', { versionId, reason: 'It leaks files.' });
  await reviewer.call('antiFeatures.setByStaff', {
    appId,
    antiFeature: 'Tracking',
    reasons: { 'en-US': 'It reports taps.' },
  });
  seen.push(await owner.call('antiFeatures.list', { appId }));
  await look(owner, versionId);
  await reviewer.call('versions.unmarkVulnerable', { versionId });
  await reviewer.call('versions.remove', { versionId, reason: 'A complaint.' });
  await look(owner, versionId);
  await reviewer.call('versions.restore', { versionId, reason: 'Resolved.' });
  seen.push(await owner.call('versions.unpublish', { versionId }));
  seen.push(await owner.call('versions.republish', { versionId }));
  const next = await submit(owner, app, 'next');
  await reviewer.call('reviews.reject', { versionId: next, reason: 'Broken.' });
  await look(member, next);
  await reviewer.call('apps.remove', { appId, reason: 'A complaint.' });
  await look(owner, versionId);
  await reviewer.call('users.setVerified', { uid: owner.uid, verified: true });

  for (const by of [owner, member]) {
    seen.push(
      await by.call('reviews.thread', { versionId }),
      await by.call('members.list', { appId }),
      await by.call('notifications.list', {}),
      await by.call('users.me', {}),
      await (await by.fetch('account/export')).json(),
    );
  }
  const { webhooks } = await owner.call('webhooks.list', { appId });
  const deliveries = await owner.call('webhooks.deliveries', { webhookId: webhooks[0]?.id ?? '' });
  expect(deliveries.deliveries.length).toBeGreaterThan(3);
  seen.push(deliveries, listener.events);
  seen.push(await (await fetch(`${server.url}fdroid/repo/index-v2.json`)).text());
  listener.close();

  const everything = JSON.stringify(seen);
  expect(everything).toContain('Why this name?');
  expect(everything).not.toContain('Odd.');
  for (const trace of [reviewer.uid, reviewer.email, 'secret-reviewer']) {
    expect(everything).not.toContain(trace);
  }
  // Staff see it.
  const review = await admin.call('reviews.get', { versionId: next });
  expect(review.version.reviewerUid).toBe(reviewer.uid);
});
