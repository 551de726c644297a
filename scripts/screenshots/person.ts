import { randomBytes } from 'node:crypto';
import type { CallInput, CallName, CallResult } from '#shared/calls.ts';

/** Somebody of the world that the pictures show, who uses the server over HTTP. */
export interface Person {
  readonly uid: string;
  /** The session, as `name=value`. */
  readonly cookie: string;
  /** Makes a call; throws when it is refused. */
  call<Name extends CallName>(name: Name, data: CallInput<Name>): Promise<CallResult<Name>>;
  /** Sends bytes to a tus upload. */
  send(url: string, bytes: Uint8Array): Promise<void>;
}

/** Signs in, or with a name up, at the server at `url`. */
export async function enter(
  url: string,
  credentials: { email: string; password: string; name?: string },
): Promise<Person> {
  // Each person comes from an address of their own, so that the limits on sign-in do not meet them.
  const [a, b, c] = randomBytes(3);
  const address = { 'X-Forwarded-For': `10.${a}.${b}.${c}` };
  const path = credentials.name === undefined ? 'sign-in/email' : 'sign-up/email';
  const response = await fetch(`${url}auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: new URL(url).origin, ...address },
    body: JSON.stringify(credentials),
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  const { user } = (await response.json()) as { user: { id: string } };
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const answer = await fetch(`${url}auth/token`, { headers: { cookie, ...address } });
  const { token } = (await answer.json()) as { token: string };
  const bearer = { Authorization: `Bearer ${token}` };
  return {
    uid: user.id,
    cookie,
    async call(name, data) {
      const called = await fetch(`${url}us-central1/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...bearer },
        body: JSON.stringify({ data }),
      });
      if (!called.ok) throw new Error(`${name} was refused: ${await called.text()}`);
      return ((await called.json()) as { result: CallResult<typeof name> }).result;
    },
    async send(uploadUrl, bytes) {
      const sent = await fetch(uploadUrl, {
        method: 'PATCH',
        headers: {
          ...bearer,
          'Tus-Resumable': '1.0.0',
          'Upload-Offset': '0',
          'Content-Type': 'application/offset+octet-stream',
        },
        body: Buffer.from(bytes),
      });
      if (!sent.ok) throw new Error(`The upload was refused: ${await sent.text()}`);
    },
  };
}
