import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { uploadPackage } from '#test/support/uploads.ts';

let server: TestServer;
let admin: Person;
let stranger: Person;
let app: OwnApp;
let owner: Person;
beforeAll(async () => {
  server = await startTestServer();
  [admin, stranger] = await Promise.all([server.admin(), server.onboard('stranger@example.org')]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  app = await createOwnApp(server);
  ({ owner } = app);
});

const draftOf = async (versionId: string) =>
  (await owner.call('versions.getSubmissionDraft', { versionId })).draft;
const notesOf = async (versionId: string) => (await draftOf(versionId)).releaseNotes;
const save = (versionId: string, draft: object, by = owner) =>
  by.tryCall('versions.saveSubmissionDraft', { versionId, ...draft });
const addFiles = (files: Record<string, string>) =>
  owner.call('apps.importListing', { appId: app.appId, files });
const submitted = async (versionId: string) =>
  (await owner.call('versions.get', { versionId })).version.releaseNotes;
const approve = (versionId: string) => admin.call('reviews.approve', { versionId });

/** Uploads a package that fails inspection. */
const uploadInvalid = () =>
  uploadPackage(owner, { appId: app.appId, fileName: 'bad.apk', bytes: app.build('debuggable') });

describe('release notes of a submission', () => {
  test('are asked for in every language of the listing, the default one first', async () => {
    await addFiles({ 'de/title.txt': 'Hafen', 'ar/title.txt': 'ميناء' });
    const { id } = await app.upload();
    expect(Object.entries(await notesOf(id))).toEqual([
      ['en-US', ''],
      ['ar', ''],
      ['de', ''],
    ]);
  });

  test('begin with those imported for this versionCode, and never with those of an earlier version', async () => {
    await addFiles({
      'de/title.txt': 'Hafen',
      'de/changelogs/1.txt': 'Erste',
      'de/changelogs/2.txt': 'Zweite',
    });
    const first = await app.upload();
    expect(await notesOf(first.id)).toEqual({ 'en-US': '', de: 'Erste' });
    await save(first.id, { releaseNotes: { 'en-US': 'First' } });
    await owner.call('versions.submit', { versionId: first.id });
    expect(await submitted(first.id)).toEqual({ 'en-US': 'First', de: 'Erste' });
    await approve(first.id);
    const next = await app.upload('next');
    expect(await notesOf(next.id)).toEqual({ 'en-US': '', de: 'Zweite' });
  });

  test('that the listing has for the next version are used once', async () => {
    await addFiles({ 'en-US/changelogs/default.txt': 'Bug fixes' });
    const first = await app.upload();
    expect(await notesOf(first.id)).toEqual({ 'en-US': 'Bug fixes' });
    await owner.call('versions.submit', { versionId: first.id });
    await approve(first.id);
    const next = await app.upload('next');
    expect(await notesOf(next.id)).toEqual({ 'en-US': '' });
    await owner.call('versions.submit', { versionId: next.id });
    expect(await submitted(next.id)).toEqual({});
  });

  test('are kept as they are typed, over imported ones, and an empty one stays empty', async () => {
    await addFiles({ 'de/title.txt': 'Hafen', 'de/changelogs/1.txt': 'Erste' });
    const { id } = await app.upload();
    await save(id, { releaseNotes: { 'en-US': 'Tides.' } });
    await save(id, { releaseNotes: { de: '' }, reviewerNotes: 'Try the moon.' });
    const draft = await draftOf(id);
    expect(draft).toEqual({
      releaseNotes: { 'en-US': 'Tides.', de: '' },
      reviewerNotes: 'Try the moon.',
      testCredentials: 'none',
    });
    await owner.call('versions.submit', { versionId: id });
    expect(await submitted(id)).toEqual({ 'en-US': 'Tides.' });
    expect((await admin.call('reviews.get', { versionId: id })).reviewerNotes).toBe('Try the moon.');
  });

  test('are not lost when the upload fails: a corrected one begins with them', async () => {
    const failed = await uploadInvalid();
    expect(failed.status).toBe('invalid');
    await save(failed.id, { releaseNotes: { 'en-US': 'Tides.' }, reviewerNotes: 'Look here.' });
    const { id } = await app.upload();
    expect(await draftOf(id)).toMatchObject({
      releaseNotes: { 'en-US': 'Tides.' },
      reviewerNotes: 'Look here.',
    });
    // Once they were published, they are an earlier version’s.
    await owner.call('versions.submit', { versionId: id });
    await approve(id);
    const next = await app.upload('next');
    expect(await draftOf(next.id)).toMatchObject({ releaseNotes: { 'en-US': '' }, reviewerNotes: '' });
  });

  test('stay those of the submission when it is withdrawn', async () => {
    const { id } = await app.upload();
    const notes = { 'en-US': 'Tides.' };
    await owner.call('versions.submit', { versionId: id, releaseNotes: notes, reviewerNotes: 'Hello.' });
    expect((await save(id, { releaseNotes: notes })).error.details?.reason).toBe('wrong-status');
    expect(await draftOf(id)).toMatchObject({ releaseNotes: notes, reviewerNotes: 'Hello.' });
    await owner.call('versions.withdraw', { versionId: id });
    expect(await draftOf(id)).toMatchObject({ releaseNotes: notes, reviewerNotes: 'Hello.' });
    expect((await save(id, { releaseNotes: { 'en-US': 'Moon.' } })).status).toBe(200);
    await owner.call('versions.submit', { versionId: id });
    expect(await submitted(id)).toEqual({ 'en-US': 'Moon.' });
    await approve(id);
    const { error } = await save(id, { reviewerNotes: 'Too late.' });
    expect([error.status, error.details?.reason]).toEqual(['FAILED_PRECONDITION', 'wrong-status']);
  });

  test.each([
    [{ releaseNotes: { 'en-US': 'x'.repeat(501) } }, 'releaseNotes.en-US'],
    [{ releaseNotes: { English: 'x' } }, 'releaseNotes.English'],
    [{ releaseNotes: { fr: 'x' } }, 'releaseNotes.fr'],
    [{ reviewerNotes: 'x'.repeat(4001) }, 'reviewerNotes'],
  ])('are refused as %#', async (draft, path) => {
    const { id } = await app.upload();
    const { status, error } = await save(id, draft);
    expect(status).toBe(400);
    expect(error.details?.issues).toMatchObject([{ path }]);
  });

  test('are only those of members', async () => {
    const { id } = await app.upload();
    expect((await save(id, { reviewerNotes: 'x' }, stranger)).status).toBe(404);
    expect((await save(id, { reviewerNotes: 'x' }, admin)).status).toBe(403);
    const read = { versionId: id };
    expect((await stranger.tryCall('versions.getSubmissionDraft', read)).status).toBe(404);
    expect((await owner.tryCall('versions.getSubmissionDraft', { versionId: 'none' })).status).toBe(404);
  });
});
