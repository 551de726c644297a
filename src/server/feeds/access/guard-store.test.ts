import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestStore } from '#test/support/store.ts';
import { writeSettings } from '../../platform/settings.ts';
import { guardStore } from './guard-store.ts';
import { MAX_OFFLINE_MS } from './remember.ts';

test.each([
  ['public', 200],
  ['hidden', 200],
  ['readers', 500],
] as const)(
  'while the database is gone, files of a %s store respond with %i, after ten minutes with 500',
  async (storeAccess, status) => {
    await using store = await openTestStore();
    const app = new Hono().get('/file', guardStore(store, 'clients'), (c) => c.text('a file'));
    app.onError((_, c) => c.text('failed', 500));
    await store.db.transaction((tx) => writeSettings(tx, { storeAccess }));
    await app.request('/file');
    const query = vi.spyOn(store.pool, 'query').mockImplementation(() => {
      throw Object.assign(new Error('the database is gone'), { code: '57P01' });
    });
    onTestFinished(() => query.mockRestore());
    const withToken = { headers: { Authorization: 'Bearer a-token' } };
    const response = await app.request('/file', withToken);
    expect([response.status, response.headers.has('www-authenticate')]).toEqual([status, false]);
    store.now = new Date(store.clock().getTime() + MAX_OFFLINE_MS + 1);
    expect((await app.request('/file')).status).toBe(500);
  },
);
