import type { Targets } from './matrix-store.ts';

/** A request to an address that is no call's. */
export interface RouteRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Hostile values in place of an id or a file name in a URL. */
const HOSTILE_SEGMENTS = [
  '%00',
  'a%00b',
  '%ff',
  '%',
  '%ed%a0%80',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..%5csecret',
  '%0d%0aSet-Cookie:%20x=1',
  '%F0%9F%98%80',
  '__proto__',
  'constructor',
  'x'.repeat(6000),
  "'%20OR%20true--",
  '-1',
  '9'.repeat(40),
  '%2500',
  '%20',
];
const HOSTILE_QUERIES = [
  'token=%00',
  'token=%ff',
  'token=a.b',
  'x=NaN&y=-1&size=1e99',
  'x=1&x=2&x=3&y=1&size=1',
  `token=${'x'.repeat(6000)}`,
  'expires=1e999&signature=x',
  'callbackURL=//evil.example&token=x',
  '__proto__=1',
  '%',
  '=&&&=?',
];
const HOSTILE_HEADERS: Readonly<Record<string, string>>[] = [
  { Range: 'bytes=-9999999999999999999999' },
  { Range: 'bytes=0-0,1-1,2-2' },
  { 'If-None-Match': '"'.repeat(4000) },
  { 'If-Modified-Since': 'x', 'If-Range': '\u00ff' },
  { Cookie: '=;;=%00;better-auth.session_token=%00.%00;quayside.session_token=\u00ff' },
  { Cookie: `better-auth.session_token=${'a.'.repeat(3000)}` },
  { Origin: 'null' },
  { 'X-Forwarded-For': `${'9'.repeat(3000)},\u00ff` },
  { 'X-Request-Id': '\u00ff'.repeat(300) },
  { 'Content-Type': 'multipart/form-data; boundary=' },
  { 'Content-Type': '\u00ff/\u00ff;;=' },
  { 'Content-Encoding': 'gzip' },
  { Accept: 'x'.repeat(5000), 'Accept-Encoding': ';q=;' },
  { Authorization: 'Bearer qs_\u00ff' },
  { Authorization: `Bearer ${'a'.repeat(5000)}.b.c` },
  { Authorization: 'Bearer e30.e30.' },
  { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '-1', 'Content-Type': 'application/offset+octet-stream' },
  { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '1e300', 'Content-Type': 'application/offset+octet-stream' },
  { 'Tus-Resumable': '1.0.0', 'Upload-Offset': 'NaN', 'Content-Type': 'application/offset+octet-stream' },
  {
    'Tus-Resumable': '9',
    'Upload-Offset': '0',
    'Upload-Length': '-1',
    'Upload-Metadata': '\u00ff',
    'Upload-Concat': 'final;/',
  },
  { 'X-HTTP-Method-Override': 'DELETE', 'X-Method': 'PATCH' },
];

const AUTH_POSTS = [
  'sign-in/email',
  'sign-up/email',
  'sign-out',
  'request-password-reset',
  'reset-password',
  'send-verification-email',
  'change-password',
  'change-email',
  'delete-user',
  'set-password',
  'passkey/generate-register-options',
  'passkey/verify-registration',
  'passkey/verify-authentication',
  'passkey/delete-passkey',
  'passkey/update-passkey',
  'two-factor/enable',
  'two-factor/disable',
  'two-factor/verify-totp',
  'two-factor/verify-backup-code',
  'two-factor/generate-backup-codes',
  'two-factor/get-totp-uri',
  'sign-in/social',
  'update-user',
  'nothing/at/all',
];
const AUTH_GETS = [
  'get-session',
  'token',
  'jwks',
  'ok',
  'error',
  'verify-email',
  'reset-password/x',
  'callback/x',
  'delete-user/callback',
  'passkey/generate-authenticate-options',
  'passkey/list-user-passkeys',
  'list-sessions',
];
const HOSTILE_BODIES = [
  '{}',
  '[]',
  'null',
  '"x"',
  '{',
  '{"email":1,"password":{},"name":[],"token":{},"newPassword":1,"code":{},"response":1,"id":{}}',
  '{"email":{"$ne":1},"password":["x"],"name":null,"token":[1],"newPassword":[],"code":[1],"response":[],"id":[]}',
  '{"email":"a@b.example","password":"x","name":"x","token":"x","newPassword":"x","code":"x","id":"x","response":{"id":{},"rawId":1,"response":null}}',
  `{"email":"${'a'.repeat(20_000)}@b.example","password":"${'x'.repeat(20_000)}","name":"x","token":"${'x'.repeat(10_000)}"}`,
  '{"email":"a\\u0000@b.example","password":"\\u0000","name":"\\ud800","token":"\\u0000","code":"\\u0000"}',
  '{"callbackURL":"javascript:alert(1)","redirectTo":"//evil.example","email":"a@b.example"}',
  '{"__proto__":{"role":"admin"},"role":"admin","emailVerified":true,"email":"c@b.example","password":"a long enough passphrase","name":"x"}',
  `${'['.repeat(10_000)}`,
];

/** Requests to every address that is no call's, with something wrong in path, query, headers, body or method. */
export function hostileRequests({ appId, versionId }: Targets): RouteRequest[] {
  const sha256 = 'a'.repeat(64);
  const paths = [
    `uploads/${versionId}`,
    `files/${versionId}`,
    `graphics/${appId}/de/icon`,
    `graphics/${sha256}.png`,
    'avatars',
    `avatars/${sha256}.webp`,
    `icons/${sha256}.webp`,
    'fdroid/repo/entry.jar',
    'fdroid/repo/index-v2.json',
    'fdroid/repo/from-10/index-v2.json',
    'fdroid/repo/org.example_1.apk',
    `fdroid/repo/org.example/en-US/icon_${'a'.repeat(43)}.png`,
    `fdroid/repo/org.example/en-US/phoneScreenshots/${'a'.repeat(43)}.png`,
    'account/export',
    'events',
    'unsubscribe',
    'healthz',
    'readyz',
    'auth/get-session',
    'auth/sign-in/email',
    'page-start',
    'us-central1/users.me',
    'dashboard',
    'static/x.js',
  ];
  const withSegments = paths.flatMap((path) =>
    HOSTILE_SEGMENTS.flatMap((hostile) => [
      { method: 'GET', path: path.replace(/[^/]+$/, () => hostile) },
      { method: 'POST', path: path.replace(/[^/]+$/, () => hostile), body: 'x' },
      {
        method: 'PATCH',
        path: path.replace(/[^/]+(\/[^/]+)$/, (_all, last) => `${hostile}${last}`),
        body: 'x',
      },
    ]),
  );
  const withQueries = paths.flatMap((path) =>
    HOSTILE_QUERIES.flatMap((query) =>
      ['GET', 'POST'].map((method) => ({
        method,
        path: `${path}?${query}`,
        ...(method === 'POST' && { body: 'x' }),
      })),
    ),
  );
  const withHeaders = paths.flatMap((path) =>
    HOSTILE_HEADERS.flatMap((headers) =>
      ['GET', 'PATCH', 'POST'].map((method) => ({
        method,
        path,
        headers,
        ...(method !== 'GET' && { body: 'x' }),
      })),
    ),
  );
  const withMethods = paths.flatMap((path) =>
    ['HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY'].map((method) => ({ method, path })),
  );
  const headers = { 'Content-Type': 'application/json' };
  const withBodies = AUTH_POSTS.flatMap((name) =>
    HOSTILE_BODIES.map((body) => ({ method: 'POST', path: `auth/${name}`, headers, body })),
  );
  const authReads = AUTH_GETS.flatMap((name) =>
    ['', ...HOSTILE_QUERIES].map((query) => ({ method: 'GET', path: `auth/${name}?${query}` })),
  );
  return [...withSegments, ...withQueries, ...withHeaders, ...withMethods, ...withBodies, ...authReads];
}
