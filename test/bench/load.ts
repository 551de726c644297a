import autocannon from 'autocannon';

const CONNECTIONS = 16;

interface LoadOptions {
  readonly headers: Record<string, string>;
  readonly seconds: number;
}

/** Makes a call without data over and over on sixteen connections; gives the requests per second, all of which succeeded. */
export async function load(url: string, { headers, seconds }: LoadOptions): Promise<number> {
  const result = await autocannon({
    url,
    method: 'POST',
    headers,
    body: '{"data":{}}',
    connections: CONNECTIONS,
    duration: seconds,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were no success and ${result.errors} failed`);
  }
  return result.requests.average;
}
