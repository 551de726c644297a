import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

type Algorithm = 'RS256' | 'ES256';

/** An issuer of ID tokens that a test runs, at a path of a server of its own. */
export interface Issuer {
  readonly url: string;
  /** The number of times its keys were read. */
  readonly reads: number;
  /** The responses to requests for its keys: null closes the connection. */
  respondWith: (keys: string) => string | null;
  /** The claims of ID tokens that jobs request at `/id-token` as in GitHub Actions, with the token `job`. */
  jobClaims: (audience: string) => JWTPayload;
  /** Replaces its key. */
  rotate(algorithm?: Algorithm): Promise<void>;
  /** Returns a signed ID token; `claims` replace the usual ones, undefined leaves one out. */
  sign(claims: JWTPayload, header?: { alg?: Algorithm; kid?: string }): Promise<string>;
  /** Returns its key set as JSON. */
  keys(): Promise<string>;
}

export interface Issuers extends AsyncDisposable {
  readonly origin: string;
  add(path: string): Promise<Issuer>;
}

/** Starts a server of issuers, which discovery finds (OpenID Connect Discovery 1.0). */
export async function startIssuers(): Promise<Issuers> {
  const issuers = new Map<string, Issuer & { reads: number }>();
  const server = createServer((request, response) => {
    const [, name = '', ...rest] = (request.url ?? '').split('/');
    const issuer = issuers.get(name);
    const path = rest.join('/');
    if (issuer && path === '.well-known/openid-configuration') {
      response.end(JSON.stringify({ issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` }));
    } else if (issuer && path === 'jwks') {
      issuer.reads += 1;
      void issuer.keys().then((keys) => {
        const body = issuer.respondWith(keys);
        if (body === null) response.destroy();
        else response.end(body);
      });
    } else if (issuer && path.startsWith('id-token?')) {
      const audience = new URL(path, issuer.url).searchParams.get('audience') ?? '';
      const isJob = request.headers.authorization?.toLowerCase() === 'bearer job';
      if (!isJob) response.writeHead(401).end();
      else
        void issuer.sign(issuer.jobClaims(audience)).then((value) => response.end(JSON.stringify({ value })));
    } else {
      // Redirects are not followed.
      response.writeHead(302, { Location: `/${name}-moved` }).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    add: async (path) => {
      const issuer = await createIssuer(`${origin}/${path}`);
      issuers.set(path, issuer);
      return issuer;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function createIssuer(url: string): Promise<Issuer & { reads: number }> {
  let algorithm: Algorithm = 'RS256';
  let pair: GenerateKeyPairResult = await generateKeyPair(algorithm, { extractable: true });
  let serial = 1;
  return {
    url,
    reads: 0,
    respondWith: (keys) => keys,
    jobClaims: (aud) => ({ aud }),
    rotate: async (next = 'RS256') => {
      algorithm = next;
      pair = await generateKeyPair(next, { extractable: true });
      serial += 1;
    },
    sign: (claims, header = {}) =>
      new SignJWT({ iss: url, ...claims })
        .setProtectedHeader({ alg: algorithm, kid: `key-${serial}`, typ: 'JWT', ...header })
        .sign(pair.privateKey),
    keys: async () =>
      JSON.stringify({
        keys: [{ ...(await exportJWK(pair.publicKey)), kid: `key-${serial}`, alg: algorithm, use: 'sig' }],
      }),
  };
}
