import type { TestServer } from './server.ts';

/** The `METRICS_TOKEN` of servers whose metrics a test reads. */
export const METRICS_TOKEN = 'a-token-for-the-metrics-of-a-test';

/** Returns the samples of a server's metrics as Prometheus reads them, by name with labels. */
export async function readSamples(server: Pick<TestServer, 'url'>): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const response = await fetch(`${server.url}metrics`, { headers });
  const lines = (await response.text()).split('\n');
  return new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
  );
}
