import autocannon from 'autocannon';

const CONNECTIONS = 16;

interface LoadOptions {
  readonly headers: Record<string, string>;
  /** The input of the call. */
  readonly data?: object;
  readonly seconds: number;
}

/** Repeats a call on sixteen connections; returns the requests per second. Throws when one fails. */
export async function load(url: string, { headers, data = {}, seconds }: LoadOptions): Promise<number> {
  const result = await autocannon({
    url,
    method: 'POST',
    headers,
    body: JSON.stringify({ data }),
    connections: CONNECTIONS,
    duration: seconds,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} responses were no success and ${result.errors} failed`);
  }
  return result.requests.average;
}

/** Measures two things in turns, so that other load on the machine affects both. The first turn is a warm-up. */
export async function alternate(
  rounds: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<[number, number][]> {
  await one();
  await other();
  const measured: [number, number][] = [];
  for (let round = 0; round < rounds; round += 1) measured.push([await one(), await other()]);
  return measured;
}
