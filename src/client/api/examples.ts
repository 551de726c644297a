import type { CallInput, CallName } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';

/** One HTTP request in the reference. The reader replaces the `$NAMES`. */
export interface ExampleRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, or the name of the file to send. */
  readonly body?: string | { readonly file: string };
}

/** The calls in the reference, each with a description and an example input. */
export const REFERENCE = {
  'apps.create': {
    does: t`Creates an app and reserves its application ID.`,
    example: {
      platform: 'android',
      applicationId: 'org.example.app',
      name: 'Example',
      summary: 'Shows how',
    },
  },
  'apps.list': {
    does: t`Lists apps, newest first; pass nextCursor on as cursor to get the next page.`,
    example: { scope: 'mine', limit: 10 },
  },
  'apps.get': {
    does: t`Returns an app with summaries of its newest versions.`,
    example: { appId: '$APP_ID' },
  },
  'apps.getRequirements': {
    does: t`Returns what the next version is checked against: earlier versions and the store’s rules.`,
    example: { appId: '$APP_ID' },
  },
  'apps.updateListing': {
    does: t`Changes the listing in one language. The revision is 0 for one that was never edited.`,
    example: {
      appId: '$APP_ID',
      locale: 'en-US',
      listing: { name: 'Example', summary: 'Shows how', description: 'Shows how publishing works.' },
      revision: 0,
    },
  },
  'apps.updateDetails': {
    does: t`Changes the details that all languages share, such as category and contact.`,
    example: { appId: '$APP_ID', details: { category: 'tools' }, revision: 1 },
  },
  'versions.create': {
    does: t`Creates a version and returns the URL to upload its package to. With the SHA-256 of a version that the app has, it returns that version: a program may repeat itself.`,
    example: { appId: '$APP_ID', fileName: 'app.apk', size: 12345 },
  },
  'versions.get': {
    does: t`Returns a version with its package details, findings and upload progress. With waitSeconds it responds when the status is another than knownStatus, or after that time.`,
    example: { versionId: '$VERSION_ID' },
  },
  'versions.list': {
    does: t`Lists summaries of an app’s versions, newest first; pass nextCursor on as cursor to get the next page.`,
    example: { appId: '$APP_ID', limit: 50 },
  },
  'provenance.attach': {
    does: t`Attaches build provenance to a version before it is submitted: the text of a Sigstore bundle, escaped as a JSON string. The store verifies it against the SHA-256 of the package.`,
    example: { versionId: '$VERSION_ID', bundle: '$BUNDLE' },
  },
  'versions.submit': {
    does: t`Submits a version that passed inspection for review. Until the first version is published, details.missing of the error lists what the listing still needs.`,
    example: { versionId: '$VERSION_ID' },
  },
  'versions.withdraw': {
    does: t`Withdraws a version before there’s a decision.`,
    example: { versionId: '$VERSION_ID' },
  },
  'releases.list': {
    does: t`Lists an app’s releases with their rollouts, and what is live.`,
    example: { appId: '$APP_ID' },
  },
  'releases.publish': {
    does: t`Publishes an approved version that waits for you or for its date.`,
    example: { versionId: '$VERSION_ID' },
  },
  'releases.setRollout': {
    does: t`Changes the percentage of devices that get a version. Once it’s published, it can only increase.`,
    example: { versionId: '$VERSION_ID', percentage: 75 },
  },
  'releases.halt': {
    does: t`Halts a staged rollout. Devices that have the version keep it.`,
    example: { versionId: '$VERSION_ID' },
  },
  'releases.resume': {
    does: t`Resumes a halted rollout, or a version that was rolled back.`,
    example: { versionId: '$VERSION_ID' },
  },
  'releases.complete': {
    does: t`Releases a version to all devices.`,
    example: { versionId: '$VERSION_ID' },
  },
  'releases.setHaltRule': {
    does: t`Sets when a staged rollout halts automatically; null stands for the store’s rule.`,
    example: { versionId: '$VERSION_ID', rule: { kinds: ['crash'], reports: 20, percentage: 5 } },
  },
  'releases.addReports': {
    does: t`Reports crashes or problems of a published version from your own crash service. Each device counts once.`,
    example: { versionId: '$VERSION_ID', kind: 'crash', deviceIds: ['$DEVICE_ID'] },
  },
  'releases.getReports': {
    does: t`Returns the reports about a version, and when its rollout halts.`,
    example: { versionId: '$VERSION_ID' },
  },
} satisfies { readonly [Name in CallName]?: { does: string; example: CallInput<Name> } };

/** The calls in the reference. */
export type ReferenceCall = keyof typeof REFERENCE;

const JSON_TYPE = { 'content-type': 'application/json' };
const BEARER = { authorization: 'Bearer $TOKEN' };

/** Returns one call with its example input. */
export function callRequest(base: string, name: ReferenceCall): ExampleRequest {
  return {
    method: 'POST',
    url: `${base}us-central1/${name}`,
    headers: { ...BEARER, ...JSON_TYPE },
    body: JSON.stringify({ data: REFERENCE[name].example }),
  };
}

/** The upload of a whole package in one request, by tus 1.0.0 (tus.io). */
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

/** Returns the request as a curl command for a POSIX shell with `$NAMES` as variables. `options` come first. */
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
