import type { CallInput, CallName } from '#shared/calls.ts';

/** One HTTP request as the reference shows it; `$NAMES` stand for values that the reader fills in. */
export interface ExampleRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, or the name of the file that is sent as it is. */
  readonly body?: string | { readonly file: string };
}

/** What each call that programs use from outside does, and an input to begin with. */
export const REFERENCE = {
  'apps.create': {
    does: 'Creates an app. Its application id is taken from then on.',
    example: { platform: 'android', applicationId: 'org.example.app', name: 'Example', summary: 'Shows how' },
  },
  'apps.list': {
    does: 'Lists apps, newest first; pass nextCursor on as cursor to get the next page.',
    example: { scope: 'mine', limit: 10 },
  },
  'apps.get': {
    does: 'Gives one app with its versions, newest first.',
    example: { appId: '$APP_ID' },
  },
  'apps.getRequirements': {
    does: 'Gives what the next version is judged against: the earlier versions and the store’s rules.',
    example: { appId: '$APP_ID' },
  },
  'versions.create': {
    does: 'Announces a package and gives the address to upload it to.',
    example: { appId: '$APP_ID', fileName: 'app.apk', size: 12345 },
  },
  'versions.get': {
    does: 'Gives a version with its facts and findings, and how far its upload has come.',
    example: { versionId: '$VERSION_ID' },
  },
  'versions.submit': {
    does: 'Submits a version that passed inspection for review.',
    example: { versionId: '$VERSION_ID' },
  },
  'versions.withdraw': {
    does: 'Takes a version back before the store has decided.',
    example: { versionId: '$VERSION_ID' },
  },
} satisfies { readonly [Name in CallName]?: { does: string; example: CallInput<Name> } };

/** The calls that the reference shows. */
export type ReferenceCall = keyof typeof REFERENCE;

const JSON_TYPE = { 'content-type': 'application/json' };
const BEARER = { authorization: 'Bearer $TOKEN' };

/** One call with its example input. */
export function callRequest(base: string, name: ReferenceCall): ExampleRequest {
  return {
    method: 'POST',
    url: `${base}us-central1/${name}`,
    headers: { ...BEARER, ...JSON_TYPE },
    body: JSON.stringify({ data: REFERENCE[name].example }),
  };
}

/** Sending the whole package in one piece, by the tus protocol 1.0.0 (tus.io). */
export function uploadRequest(): ExampleRequest {
  return {
    method: 'PATCH',
    url: '$UPLOAD_URL',
    headers: {
      ...BEARER,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: { file: 'app.apk' },
  };
}

function quoted(text: string): string {
  return text.includes('$') ? `"${text.replaceAll('"', '\\"')}"` : `'${text}'`;
}

/** The request as a curl command for a POSIX shell, where `$NAMES` are variables. `options` come first. */
export function curlText(request: ExampleRequest, options: readonly string[] = []): string {
  const { method, url, headers, body } = request;
  const parts = [
    ['curl', '-s', ...options, ...(method === 'PATCH' ? ['-X PATCH'] : []), quoted(url)].join(' '),
  ];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (typeof body === 'string') parts.push(`-d ${quoted(body)}`);
  if (typeof body === 'object') parts.push(`--data-binary @${body.file}`);
  return parts.join(' \\\n  ');
}
