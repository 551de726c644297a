import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { createOwnApp } from '#test/support/own-app.ts';
import { setUpTestServer } from '#test/support/set-up.ts';
import { findLookalikes } from './find.ts';
import { idSkeletonOf, lengthOf, lettersOf, skeletonOf } from './skeleton.ts';

const server = setUpTestServer();

const APPS = 10_000;
/** Names of an app in its languages. */
const NAMES = 3;
/** Generous, because other tests run at the same time; alone it takes less than a tenth. */
const MAX_MS = 3_000;

const SYLLABLES = 'ka lo mi ne ru sa to vi be do fa gu he ji po qua ry ste tra zen'.split(' ');
const word = (count: number) =>
  Array.from({ length: count }, () => SYLLABLES[randomInt(SYLLABLES.length)]).join('');
const bits = (count: number) =>
  [...randomBytes(count / 8)].map((byte) => byte.toString(2).padStart(8, '0')).join('');

function markOf(appId: string, kind: 'name' | 'id' | 'icon', value: string) {
  const skeleton = kind === 'icon' ? '' : kind === 'id' ? idSkeletonOf(value) : skeletonOf(value);
  const icon = kind === 'icon' ? bits(128) : null;
  const letters = lettersOf(skeleton);
  return { app_id: appId, kind, value, skeleton, length: lengthOf(skeleton), letters, icon, is_live: true };
}

test('an app is compared with ten thousand others in little time, whatever its names are', async () => {
  const { pool, db } = server.context;
  const others = await server.onboard({ name: 'Olga Others' });
  await pool.query(
    `INSERT INTO apps (id, owner_uid, platform, application_id, name, status)
     SELECT 'many' || n, $1, 'android', 'org.example.many' || n, 'Many ' || n, 'published' FROM generate_series(1, $2::int) n`,
    [others.uid, APPS],
  );
  const marks = Array.from({ length: APPS }, (_, at) => `many${at + 1}`).flatMap((appId) => [
    ...Array.from({ length: NAMES }, () => markOf(appId, 'name', `${word(3)} ${word(2)}`)),
    markOf(appId, 'id', `com.${word(3)}.${word(2)}`),
    markOf(appId, 'icon', `icons/${appId}.png`),
  ]);
  const insert = (rows: readonly object[]) =>
    pool.query(
      `INSERT INTO app_marks SELECT * FROM jsonb_to_recordset($1::jsonb) AS m (app_id text, kind text, value text,
         skeleton text, length int, letters bit(64), icon bit(128), is_live boolean) ON CONFLICT DO NOTHING`,
      [JSON.stringify(rows)],
    );
  await insert(marks);
  await pool.query('ANALYZE app_marks, apps');
  const app = await createOwnApp(server);
  const similar = marks.find(({ kind }) => kind === 'name')?.value ?? '';
  const own = [`${similar}x`, ...Array.from({ length: 99 }, () => `${word(4)} ${word(1)}`)];
  const ownIcon = markOf(app.appId, 'icon', 'icons/own.png');
  await insert([...own.map((name) => markOf(app.appId, 'name', name)), ownIcon]);
  const measure = async () => {
    const start = performance.now();
    const found = await findLookalikes(
      db,
      { id: app.appId, ownerUid: app.owner.uid, applicationId: app.applicationId },
      { viewer: 'staff', modes: {} },
    );
    return { found, took: performance.now() - start };
  };
  await measure();
  const { found, took } = await measure();
  expect(found.flatMap(({ pairs }) => pairs)).toContainEqual(
    expect.objectContaining({ kind: 'name', value: `${similar}x`, otherValue: similar }),
  );
  expect(took).toBeLessThan(MAX_MS);
});
