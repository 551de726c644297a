import { randomBytes } from 'node:crypto';
import type { CallName } from '#shared/calls.ts';
import type { Answer, TestServer } from './server.ts';

/** What an endpoint of the identity provider was answered with. */
export interface AuthAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Each test knows what it asked for. */
  readonly body: any;
}

/** Somebody's browser: it keeps cookies, and fetches the token that calls carry. */
export interface Browser {
  /** The address that the server sees. */
  readonly address: string;
  readonly cookies: ReadonlyMap<string, string>;
  /** Asks an endpoint below `auth/`: a body makes it a POST. */
  auth(path: string, body?: object): Promise<AuthAnswer>;
  /** A new token for calls; null when nobody is signed in. */
  token(): Promise<string | null>;
  /** Makes a call with a new token. */
  call<Name extends CallName>(name: Name, data: unknown): Promise<Answer<Name>>;
}

interface BrowserOptions {
  /** The address that the server sees; a random one unless a test is about addresses. */
  readonly address?: string;
  readonly userAgent?: string;
}

function post(body: object): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** Opens a browser without cookies. */
export function openBrowser(server: TestServer, options: BrowserOptions = {}): Browser {
  const [a, b, c] = randomBytes(3);
  const address = options.address ?? `10.${a}.${b}.${c}`;
  const cookies = new Map<string, string>();

  const request = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${server.url}${path}`, {
      ...init,
      headers: {
        Origin: new URL(server.url).origin,
        'X-Forwarded-For': address,
        'User-Agent': options.userAgent ?? 'Tests',
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const json = async (path: string, init: RequestInit) => {
    const response = await request(path, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    };
  };
  const token = async () => (await json('auth/token', {})).body?.token ?? null;

  return {
    address,
    cookies,
    token,
    auth: (path, body) => json(`auth/${path}`, body ? post(body) : {}),
    call: async (name, data) => {
      const sent = post({ data });
      const bearer = await token();
      const { status, headers, body } = await json(`us-central1/${name}`, {
        ...sent,
        headers: { ...sent.headers, ...(bearer && { Authorization: `Bearer ${bearer}` }) },
      });
      return { status, headers, ...body };
    },
  };
}
