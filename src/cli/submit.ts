import { parseArgs } from 'node:util';
import { z } from 'zod';
import { calls } from '#shared/calls.ts';
import { missingRequirementsSchema } from '#shared/listings/completeness.ts';
import { VERSION_STATUSES } from '#shared/versions/status.ts';
import { EXIT, UsageError } from './command.ts';

export const SUBMIT_HELP = `quayside submit VERSION_ID --store URL

  --store URL      the store’s address, such as https://store.example/quayside/

Submits a version that passed inspection for review. Reads an API token from the variable QUAYSIDE_TOKEN.
Exits with 0 if it’s submitted, 1 if the store rejects it, 2 if the store can’t be reached.
If the listing isn’t complete, prints the missing fields with links to them.
`;

const TIMEOUT_MS = 60_000;

const errorSchema = z.object({
  error: z.object({
    message: z.string(),
    details: z.object({ missing: missingRequirementsSchema.optional() }).optional(),
  }),
});

/**
 * Runs `quayside submit`: submits a version and prints its status, or the reason why not; returns the exit code.
 * @throws UsageError
 */
export async function submit(args: string[], token: string | undefined): Promise<number> {
  const { url, versionId } = parse(args);
  if (!token) throw new UsageError('Set the variable QUAYSIDE_TOKEN to an API token.');
  const response = await send(url, { versionId, token }).catch((error: Error) => error);
  if (response instanceof Error) {
    const { cause } = response;
    return fail(`The store can’t be reached: ${cause instanceof Error ? cause.message : response.message}.`);
  }
  const { ok, status, body } = response;
  const rejection = errorSchema.safeParse(body);
  if (rejection.success) {
    const { message, details } = rejection.data.error;
    const lines = (details?.missing ?? []).map(({ label, link }) => `  ${label.padEnd(26)}${link}\n`);
    process.stderr.write(`quayside submit: ${message}\n${lines.length > 0 ? `\n${lines.join('')}` : ''}`);
    return EXIT.rejected;
  }
  const result = z.object({ result: calls['versions.submit'].output }).safeParse(body);
  if (!ok || !result.success) return fail(`The address responded with status ${status}. Is it a store?`);
  process.stdout.write(
    `Version ${versionId} ${VERSION_STATUSES[result.data.result.version.status].phrase}.\n`,
  );
  return EXIT.success;
}

function fail(reason: string): number {
  process.stderr.write(`quayside submit: ${reason}\n`);
  return EXIT.failed;
}

function parse(args: string[]) {
  const { values, positionals } = parseOptions(args);
  const [versionId, ...others] = positionals;
  if (versionId === undefined || others.length > 0) throw new UsageError('Give one version ID.');
  const { store } = values;
  if (store === undefined || !URL.canParse(store) || !/^https?:/.test(store)) {
    throw new UsageError('Give the store’s address with --store.');
  }
  return { url: new URL('us-central1/versions.submit', store.replace(/\/*$/, '/')), versionId };
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { store: { type: 'string' } } });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function send(url: URL, { versionId, token }: { versionId: string; token: string }) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { versionId } }),
    // The token is for this store alone.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { ok: response.ok, status: response.status, body: await response.json().catch(() => null) };
}
