import { randomBytes } from 'node:crypto';
import type { CallName } from '#shared/calls.ts';
import type { CallResponse } from './people.ts';

/** The response of an endpoint of the identity provider. */
export interface AuthResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Each test knows its type. */
  readonly body: any;
}

/** A browser: it keeps cookies, and fetches the token for calls. */
export interface Browser {
  /** The address that the server sees. */
  readonly address: string;
  readonly cookies: ReadonlyMap<string, string>;
  /** Requests an endpoint below `auth/`: a body makes it a POST. */
  auth(path: string, body?: object): Promise<AuthResponse>;
  /** Returns a new token for calls; null when signed out. */
  token(): Promise<string | null>;
  /** Makes a call with a new token. */
  call<Name extends CallName>(name: Name, data: unknown): Promise<CallResponse<Name>>;
}

interface BrowserOptions {
  /** The address that the server sees; a random one by default. */
  readonly address?: string;
  readonly userAgent?: string;
  /** The cookies that it has at first; none by default. */
  readonly cookies?: ReadonlyMap<string, string>;
}

function post(body: object): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** Opens a browser. */
export function openBrowser(server: { readonly url: string }, options: BrowserOptions = {}): Browser {
  const [a, b, c] = randomBytes(3);
  const address = options.address ?? `10.${a}.${b}.${c}`;
  const cookies = new Map(options.cookies);

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
