import { expect, test, vi } from 'vitest';
import { TooManyBytesError } from '#server/platform/storage/storage.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import { startTestServer } from '#test/support/server.ts';
import { sendBytes, waitForInspection } from '#test/support/uploads.ts';

test('an upload that arrives with too many others of its account can continue in a moment', async () => {
  await using server = await startTestServer();
  const { owner, appId, build } = await createOwnApp(server);
  const bytes = build();
  const { version, upload } = await owner.call('versions.create', {
    appId,
    fileName: 'app.apk',
    size: bytes.length,
  });
  const append = vi
    .spyOn(server.context.storage, 'append')
    .mockRejectedValueOnce(new TooManyBytesError('too many bytes of one account'));
  const rejected = await sendBytes(upload.url, { bytes, by: owner });
  expect([rejected.status, await rejected.json()]).toMatchObject([
    503,
    { error: { status: 'UNAVAILABLE', details: { reason: 'too-many-uploads' } } },
  ]);
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await sendBytes(upload.url, { bytes, by: owner })).status).toBe(204);
  expect(append.mock.calls.map(([, , { account }]) => account)).toEqual([owner.uid, owner.uid]);
  expect((await waitForInspection(owner, version.id)).status).toBe('draft');
});
