import type { CallTexts } from './call-texts.ts';

const APP = { appId: '$APP_ID' };
const VERSION = { versionId: '$VERSION_ID' };
const WEBHOOK = { webhookId: '$WEBHOOK_ID' };
const DEVICE = {
  platform: 'android',
  applicationId: 'org.example.harbour',
  deviceId: '7f1c4e5a-6f0b-4d7e-9a53-0c2f2c6b8d11',
} as const;

/** The calls for versions, reviews, releases, webhooks and the store, with those for store clients. */
export const VERSION_CALLS = {
  'versions.create': {
    summary: 'Create a version',
    description:
      'Creates a version and returns the URL to upload its package to. With the SHA-256 of a version that the app has, it returns that version, so that a program may repeat itself: `upload.offset` says from which byte to continue.',
    example: {
      ...APP,
      fileName: 'app.apk',
      size: 12345,
      sha256: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
    },
  },
  'versions.get': {
    summary: 'Get a version, or wait for its inspection',
    description:
      'Returns a version with its package details, findings and upload progress. With `waitSeconds` it responds as soon as the status is another than `knownStatus`, at the latest after that time. An account may wait for four versions at a time.',
    example: { ...VERSION, waitSeconds: 50, knownStatus: 'analysing' },
  },
  'versions.list': {
    summary: 'List versions',
    description: 'Lists summaries of an app’s versions, newest first.',
    example: { ...APP, limit: 50 },
  },
  'versions.compare': {
    summary: 'Compare a version with the live one',
    description: 'Returns the differences from the live version, such as new permissions.',
    example: VERSION,
  },
  'versions.history': {
    summary: 'Get the history of a version',
    description: 'Lists what happened to a version, newest first.',
    example: VERSION,
  },
  'versions.getReceipt': {
    summary: 'Get the receipt of an approval',
    description: 'Returns the signed receipt of the last approval; null without one.',
    example: VERSION,
  },
  'versions.getFileLink': {
    summary: 'Get a link to the package',
    description: 'Returns a path below the store’s address that serves the package for five minutes.',
    example: VERSION,
  },
  'versions.submit': {
    summary: 'Submit a version for review',
    description:
      'Submits a version that passed inspection, and says when and to which share of devices it is published after approval. `reviewerNotes` and `testCredentials` are only for reviewers; the credentials are stored encrypted and erased after the decision. Until the app’s first version is published, `details.missing` of the error lists what the listing still needs.',
    example: { ...VERSION, publication: { kind: 'manual' }, percentage: 50 },
  },
  'versions.withdraw': {
    summary: 'Withdraw a version',
    description: 'Withdraws a version before there’s a decision.',
    example: VERSION,
  },
  'versions.unpublish': {
    summary: 'Unpublish a version',
    description: 'Hides a published version from new users. Devices that have it keep it.',
    example: VERSION,
  },
  'versions.republish': {
    summary: 'Republish a version',
    description: 'Publishes a version again that its publisher unpublished.',
    example: VERSION,
  },
  'versions.delete': {
    summary: 'Delete a version',
    description:
      'Deletes a version that was never published, with its package. The version code of one that was submitted stays reserved.',
    example: VERSION,
  },
  'provenance.attach': {
    summary: 'Attach build provenance',
    description:
      'Attaches build provenance to a version before it is submitted: the text of a Sigstore bundle, escaped as a JSON string. The store verifies it against the SHA-256 of the package.',
    example: { ...VERSION, bundle: '$BUNDLE' },
  },
  'provenance.get': {
    summary: 'Get the build provenance of a version',
    description:
      'Returns the text of the Sigstore bundle of a version, so that others can verify it; null without one.',
    example: VERSION,
  },
  'reviews.thread': {
    summary: 'Read messages with reviewers',
    description:
      'Returns the newest 500 messages between the publisher and reviewers about any version of the app, oldest first.',
    example: VERSION,
  },
  'reviews.waitingTimes': {
    summary: 'Get review times',
    description: 'Returns how long recent reviews took; null with too few of them.',
    example: {},
  },
  'releases.list': {
    summary: 'List releases',
    description: 'Lists the newest 200 releases of an app with their rollouts, and what is live.',
    example: APP,
  },
  'releases.publish': {
    summary: 'Publish an approved version',
    description: 'Publishes an approved version that waits for you or for its date.',
    example: VERSION,
  },
  'releases.schedule': {
    summary: 'Change when a version is published',
    description: 'Changes when a version is published after approval: immediately, on a date or manually.',
    example: { ...VERSION, publication: { kind: 'scheduled', at: '2050-01-31T09:00:00Z' } },
  },
  'releases.setRollout': {
    summary: 'Change the percentage of a rollout',
    description:
      'Changes the percentage of devices that get a version. Once it’s published, it can only increase.',
    example: { ...VERSION, percentage: 75 },
  },
  'releases.halt': {
    summary: 'Halt a rollout',
    description: 'Halts a staged rollout. Devices that have the version keep it.',
    example: VERSION,
  },
  'releases.resume': {
    summary: 'Resume a rollout',
    description: 'Resumes a halted rollout, or a version that was rolled back.',
    example: VERSION,
  },
  'releases.complete': {
    summary: 'Complete a rollout',
    description: 'Releases a version to all devices.',
    example: VERSION,
  },
  'releases.rollBack': {
    summary: 'Roll back to an earlier version',
    description: 'New installs get the earlier version again. Devices that have the later one keep it.',
    example: { ...APP, ...VERSION },
  },
  'releases.setHaltRule': {
    summary: 'Set when a rollout halts automatically',
    description:
      'Halts the rollout after this number of reports when they come from this percentage of devices; null stands for the store’s rule.',
    example: { ...VERSION, rule: { kinds: ['crash'], reports: 20, percentage: 5 } },
  },
  'releases.getReports': {
    summary: 'Get the reports about a version',
    description: 'Returns how many devices reported crashes and problems, and when the rollout halts.',
    example: VERSION,
  },
  'releases.addReports': {
    summary: 'Report crashes from a crash service',
    description:
      'Reports crashes or problems of a published version from your own crash service. Each device counts once, and 10,000 an hour for each app.',
    example: { ...VERSION, kind: 'crash', deviceIds: ['device-1', 'device-2'] },
  },
  'releases.report': {
    summary: 'Report a crash from a store client',
    description:
      'Reports a crash or problem of a published version. One report of each device and kind counts, of a few devices of a network, and during a rollout only from networks that downloaded the version. A network may send 20 reports an hour. A private store responds with 404.',
    example: { ...DEVICE, versionNumber: '1', kind: 'crash' },
  },
  'releases.getForDevice': {
    summary: 'Get the version for a device',
    description:
      'Returns the newest version for a device, which stays the same while a rollout grows; null for none.',
    example: { ...DEVICE, track: 'stable' },
  },
  'webhooks.create': {
    summary: 'Create a webhook',
    description:
      'Sends the events of an app to an https address. The response has the signing secret in the format of Standard Webhooks, this once.',
    example: { ...APP, url: 'https://ci.example.org/quayside', events: ['version.approved'] },
  },
  'webhooks.list': {
    summary: 'List webhooks',
    description: 'Lists the webhooks of an app.',
    example: APP,
  },
  'webhooks.delete': {
    summary: 'Delete a webhook',
    description: 'Deletes a webhook with the log of its deliveries.',
    example: WEBHOOK,
  },
  'webhooks.deliveries': {
    summary: 'List deliveries',
    description: 'Lists the deliveries of a webhook, newest first, with the response to the last attempt.',
    example: WEBHOOK,
  },
  'webhooks.replay': {
    summary: 'Send a delivery again',
    description: 'Sends a delivery again with the same `eventId`, at most 30 an hour for each webhook.',
    example: { deliveryId: '$DELIVERY_ID' },
  },
  'webhooks.sendTest': {
    summary: 'Send a test event',
    description: 'Sends a test event once and returns its delivery, at most 20 an hour for each webhook.',
    example: WEBHOOK,
  },
  'webhooks.resume': {
    summary: 'Turn a webhook on again',
    description: 'Turns a webhook on that was disabled after three days of failures.',
    example: WEBHOOK,
  },
  'settings.get': {
    summary: 'Get the settings of the store',
    description:
      'Returns the store’s name, tagline and logo, and whether it accepts new accounts. With a token, whatever its scopes, also the other settings, such as rules, categories and limits.',
    example: {},
  },
  'settings.getRepository': {
    summary: 'Get the repository of the store',
    description:
      'Returns the address and the fingerprint of the store’s F-Droid repository, and its AltStore sources.',
    example: {},
  },
  'tokens.exchange': {
    summary: 'Exchange the ID token of a build job',
    description:
      'Returns an API token for 15 minutes, limited to the app, when one of its trusted publishers accepts the job. The audience of the ID token must be the address of the store, and it can be exchanged once.',
    example: { appId: '$APP_ID', idToken: '$ID_TOKEN' },
  },
  'tokens.reportLeak': {
    summary: 'Report a leaked token',
    description:
      'Revokes a token that somebody found where it shouldn’t be, and tells its owner. A network may report 60 an hour.',
    example: { token: '$LEAKED_TOKEN' },
  },
} satisfies CallTexts;
