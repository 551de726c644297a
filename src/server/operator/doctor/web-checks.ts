import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { proveRequest, proveResponse, type ReceivedRequest, SELF_TEST_HEADER } from '../../http/self-test.ts';
import { readSecret } from '../../platform/installation.ts';
import { type CheckFinding, type DoctorCheck, error, ok, warning } from './check.ts';
import type { DoctorParts } from './parts.ts';

/** Larger than the limits that proxies have unless they are changed, such as nginx's 1 MB. */
const BODY_BYTES = 8 * 1024 ** 2;

/** Time limits for the body, and for the first event of a stream that stays open for longer. */
const REQUEST_MS = { body: 15_000, stream: 6_000 };

const PROXY_FIX = 'See "Behind a proxy" in docs/operating.md.';

/** Checks PUBLIC_URL as visitors use it. */
export function webChecks(parts: DoctorParts): DoctorCheck[] {
  const whenRunning = (run: (parts: DoctorParts) => Promise<CheckFinding>) => async () =>
    parts.serversAt !== null
      ? run(parts)
      : warning('Not checked, because no server is running.', 'Start Quayside and run this again.');
  return [
    { name: 'dns', run: () => checkName(parts) },
    { name: 'address', run: whenRunning(checkAddress) },
    { name: 'streaming', run: whenRunning(checkStream) },
  ];
}

async function checkName({ config }: DoctorParts): Promise<CheckFinding> {
  const { hostname, protocol } = new URL(config.publicUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLocal = /^(localhost|127\.|::1$)/.test(host);
  if (isLocal) {
    return warning(
      `PUBLIC_URL is ${config.publicUrl}, which only this machine reaches.`,
      'Set PUBLIC_URL to the address that visitors use.',
    );
  }
  const addresses = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  if (addresses.length === 0) {
    return error(`${host} of PUBLIC_URL has no address.`, 'Add an A or AAAA record to its DNS zone.');
  }
  const list = addresses.map(({ address }) => address).join(', ');
  if (protocol === 'https:') return ok(`${host} of PUBLIC_URL is ${list}.`);
  return warning(
    `${host} of PUBLIC_URL is ${list}, without encryption.`,
    'Put a proxy with a certificate in front, and start PUBLIC_URL with https.',
  );
}

async function checkAddress(parts: DoctorParts): Promise<CheckFinding> {
  const { config } = parts;
  const proof = await makeProof(parts);
  const sent = await request(parts, 'body', { proof, body: new Uint8Array(BODY_BYTES) });
  if (sent instanceof Error) return unreachableFinding(parts, sent);
  if (sent.status === 413) {
    return error(
      'A proxy rejects request bodies of 8 MiB, so uploads fail.',
      `Let it pass bodies of 10 MiB, and of any size below uploads/ (nginx: client_max_body_size). ${PROXY_FIX}`,
    );
  }
  const received = sent.ok ? ((await sent.json().catch(() => null)) as ReceivedRequest | null) : null;
  if (received?.proof !== proveResponse(await readSecret(config, parts.database.db), proof)) {
    return error(
      `PUBLIC_URL ${config.publicUrl} leads to something else than this store (status ${sent.status}).`,
      'Check DNS and the proxy, and that PUBLIC_URL and BASE_PATH are right.',
    );
  }
  return describeProxy(config, received);
}

function describeProxy({ trustProxy }: DoctorParts['config'], received: ReceivedRequest): CheckFinding {
  const reached = `PUBLIC_URL reaches this store with a body of ${received.bytes / 1024 ** 2} MiB`;
  if (received.forwardedFor !== null && !trustProxy) {
    return warning(
      `${reached}, but X-Forwarded-For is ignored, so all visitors count as one.`,
      `Set TRUST_PROXY=true if only your proxy reaches the port. ${PROXY_FIX}`,
    );
  }
  if (received.forwardedFor === null && trustProxy) {
    return error(
      `${reached}, but without X-Forwarded-For, which TRUST_PROXY expects: clients could write it themselves.`,
      `Make the proxy append it, or set TRUST_PROXY=false. ${PROXY_FIX}`,
    );
  }
  return ok(`${reached}; this machine counts as ${received.clientAddress}.`);
}

async function checkStream(parts: DoctorParts): Promise<CheckFinding> {
  const response = await request(parts, 'stream', { proof: await makeProof(parts) });
  if (response instanceof Error) {
    return response.name === 'TimeoutError' ? heldBack() : unreachableFinding(parts, response);
  }
  if (!response.ok || !response.body) {
    return error(
      `The event stream responds with status ${response.status}.`,
      'See the check "address" for the cause.',
    );
  }
  const reader = response.body.getReader();
  const { done } = await reader.read().catch(() => ({ done: true }));
  await reader.cancel().catch(() => {});
  return done ? heldBack() : ok('Live events arrive as they are sent.');
}

function heldBack(): CheckFinding {
  return warning(
    'A proxy holds live events back until the connection ends.',
    `Turn off response buffering for events (nginx: proxy_buffering off). ${PROXY_FIX}`,
  );
}

async function makeProof({ config, clock, database: { db } }: DoctorParts): Promise<string> {
  return proveRequest(await readSecret(config, db), clock());
}

/** Returns the response; an error when there is none. */
function request(
  { config }: DoctorParts,
  path: 'body' | 'stream',
  { proof, body }: { readonly proof: string; readonly body?: Uint8Array<ArrayBuffer> },
): Promise<Response | Error> {
  return fetch(`${config.publicUrl}self-test/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { [SELF_TEST_HEADER]: proof },
    redirect: 'manual',
    signal: AbortSignal.timeout(REQUEST_MS[path]),
    ...(body && { body }),
  }).catch((thrown: Error) => thrown);
}

function unreachableFinding({ config, serversAt }: DoctorParts, { message, cause }: Error): CheckFinding {
  const reason = cause instanceof Error ? cause.message : message;
  // Nothing on a machine with workers alone uses the address, and its network may keep it from doing so.
  if (serversAt === 'other machines') {
    return ok(
      `Not checked: PUBLIC_URL can’t be reached from this machine (${reason}), and no server runs on it. Run this on a machine with a server.`,
    );
  }
  return error(
    `PUBLIC_URL ${config.publicUrl} can’t be reached from this machine: ${reason}.`,
    'Check DNS, firewall and proxy. Some routers don’t lead back to their own address: try it from elsewhere.',
  );
}
