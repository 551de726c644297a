import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { followVersion } from '#test/support/follow-version.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { startMeasuredServer } from './measured-server.ts';
import { type BenchRow, median } from './row.ts';

/** Times that a reviewer claims and unclaims the version. */
const CLAIMS = 10;
const MAX_SECONDS = 1;
const COMMAND = join(import.meta.dirname, '../../src/cli/main.ts');

/** The time between the first and the last of call, event stream, webhook and command that report a status. */
export async function benchStates(): Promise<BenchRow[]> {
  await using receiver = await startReceiver();
  await using server = await startMeasuredServer({ env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  const { url } = server;
  const { owner, appId, submit } = await createOwnApp(server);
  await owner.call('webhooks.create', { appId, url: receiver.url });
  const { secret: token } = await owner.call('tokens.create', { name: 'Bench', scopes: ['read'] });
  const versionId = await submit();
  const command = spawn(process.execPath, [COMMAND, 'status', versionId, '--wait=10m'], {
    env: { ...process.env, QUAYSIDE_URL: url, QUAYSIDE_TOKEN: token },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const admin = await server.admin();
  await using followed = await followVersion({ url, token, versionId, appId, receiver, command }, admin);

  const spreads: number[] = [];
  const note = (times: readonly number[]) => spreads.push((Math.max(...times) - Math.min(...times)) / 1000);
  for (let claim = 0; claim < CLAIMS; claim += 1) {
    await admin.call('reviews.claim', { versionId });
    note(await followed.until('in_review'));
    await admin.call('reviews.unclaim', { versionId });
    note(await followed.until('submitted'));
  }
  const worst = Math.max(...spreads);
  return [
    { name: `${spreads.length} changes of a status, median spread`, value: median(spreads), unit: 's' },
    {
      name: 'longest spread',
      value: worst,
      unit: 's',
      goal: `at most ${MAX_SECONDS} s`,
      ok: worst <= MAX_SECONDS,
    },
  ];
}
