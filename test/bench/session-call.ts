import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { load } from './load.ts';
import { fetchToken, startMeasuredServer } from './measured-server.ts';
import { type BenchRow, median } from './row.ts';

const ROUNDS = 5;
const SECONDS = 4;

/** A call that only reads the session's user, beside a bare Hono route with the same SQL, in turns. */
export async function benchSessionCall(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const token = await fetchToken(server.url);
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
  const bare = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bare-me.ts'), server.socketDirectory, sid],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const [address] = await once(bare.stdout, 'data');
    const call = () =>
      load(`${server.url}us-central1/users.me`, {
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        seconds: SECONDS,
      });
    const floor = () =>
      load(String(address).trim(), { headers: { 'Content-Type': 'application/json' }, seconds: SECONDS });
    await call();
    await floor();
    const rounds: { call: number; floor: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push({ call: await call(), floor: await floor() });
    const ratio = median(rounds.map((round) => round.call / round.floor));
    return [
      { name: 'users.me', value: median(rounds.map((round) => round.call)), unit: 'requests/s' },
      {
        name: 'bare route with the same SQL',
        value: median(rounds.map((round) => round.floor)),
        unit: 'requests/s',
      },
      { name: 'users.me / bare route', value: ratio, unit: '×', goal: 'at least 0.6', ok: ratio >= 0.6 },
    ];
  } finally {
    bare.kill();
  }
}
