/** One HTTP request of the reference. The reader fills in the `$NAMES`. */
interface ExampleRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Returns the curl command of a call with an example input, for a POSIX shell with `$NAMES` as variables. `store` ends
 * with a slash.
 */
export function callCommand(
  store: string,
  { name, example, needsToken }: { name: string; example: unknown; needsToken: boolean },
): string {
  return curlText({
    url: `${store}us-central1/${name}`,
    headers: {
      ...(needsToken && { authorization: 'Bearer $TOKEN' }),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ data: example }),
  });
}

function quoteForShell(text: string): string {
  return text.includes('$') ? `"${text.replaceAll('"', '\\"')}"` : `'${text}'`;
}

/** Returns the request as a command for a POSIX shell with `$NAMES` as variables. */
function curlText({ url, headers, body }: ExampleRequest): string {
  const options = Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`);
  return [`curl -sS --fail-with-body ${quoteForShell(url)}`, ...options, `-d ${quoteForShell(body)}`].join(
    ' \\\n  ',
  );
}
