import { URGENT_APPS } from '#shared/apps/app.ts';
import type { CallTexts } from './call-texts.ts';

const APP = { appId: '$APP_ID' };
const ID = { platform: 'android', applicationId: 'org.example.app' } as const;
const ANTI_FEATURE = { ...APP, antiFeature: 'NonFreeNet' } as const;

/** The calls for apps, listings, anti-features, statistics and the account. */
export const APP_CALLS = {
  'apps.create': {
    summary: 'Create an app',
    description: 'Creates an app and reserves its application ID.',
    example: { ...ID, name: 'Example', summary: 'Shows how' },
  },
  'apps.checkId': {
    summary: 'Check an application ID',
    description: 'Says if an app of the store has this application ID, without revealing whose.',
    example: ID,
  },
  'apps.find': {
    summary: 'Find an app by its application ID',
    description: 'Returns the app with the application ID that its packages have.',
    example: ID,
  },
  'apps.list': {
    summary: 'List apps',
    description: 'Lists apps, newest first unless `sort` says otherwise. `all` is for store staff.',
    example: { scope: 'mine', limit: 10 },
  },
  'apps.actionRequired': {
    summary: 'Find what needs attention',
    description: `Counts your apps whose newest version waits for you, such as a draft or a rejected version, and returns the ${URGENT_APPS} most urgent ones. A token that is limited to some apps counts only those.`,
    example: {},
  },
  'apps.get': {
    summary: 'Get an app',
    description:
      'Returns an app with its details, its live state, and summaries of its newest 20 versions. `versions.list` returns the others.',
    example: APP,
  },
  'apps.getLookalikes': {
    summary: 'Find apps that an app looks like',
    description:
      'Returns the public apps of other publishers whose name, publisher name, application ID or icon is confusable with that of the app, in its live listing, its drafts and its newest version, with what looks alike. Until staff say that a pair is not confusing, each submission of the app needs manual review. Apps that are not public are never named.',
    example: APP,
  },
  'apps.getRequirements': {
    summary: 'Get the requirements of the next version',
    description: 'Returns what the next version is checked against: earlier versions and the store’s rules.',
    example: APP,
  },
  'apps.updateDetails': {
    summary: 'Change the details of an app',
    description:
      'Changes the details that all languages share, such as category and contact. Fields that are left out stay. `revision` is `detailsRevision` of `apps.get`; when somebody changed the details since, the call fails with `ABORTED` and the values of both.',
    example: { ...APP, details: { category: 'tools' }, revision: 1 },
  },
  'apps.setMarketplaceId': {
    summary: 'Set the marketplace ID',
    description:
      'Sets the ID by which AltStore PAL installs an iOS app, which moves the app to the source for AltStore PAL; null removes it.',
    example: { ...APP, marketplaceId: '6478916434' },
  },
  'apps.unpublish': {
    summary: 'Unpublish an app',
    description: 'Hides an app from new users. Devices that have it keep it.',
    example: APP,
  },
  'apps.republish': {
    summary: 'Republish an app',
    description: 'Publishes an app again that its publisher unpublished.',
    example: APP,
  },
  'apps.getListing': {
    summary: 'Get a listing',
    description:
      'Returns the listing in all its languages with its pictures, and the changes that aren’t live yet with the reason.',
    example: APP,
  },
  'apps.updateListing': {
    summary: 'Change a listing in one language',
    description:
      'Changes the texts of one language, or adds the language. Of an app that was published this is a draft, until `apps.publishListing` publishes it. HTML in the description becomes Markdown, and plain text in `whatsNew`. `revision` is that of the edited texts, 0 for a new language. When somebody changed them since, the call fails with `ABORTED`, `details.current` and `details.revision`.',
    example: {
      ...APP,
      locale: 'en-US',
      listing: { name: 'Example', summary: 'Shows how', description: 'Shows how publishing works.' },
      revision: 0,
    },
  },
  'apps.publishListing': {
    summary: 'Publish changes of a listing',
    description:
      'Makes drafted changes of a published app live, or submits those that need approval. `apps.getListing` returns them in `unpublished`, each with its `revision`; when a draft isn’t that any more, the call fails with the reason `listing-changed` and `details.changed`. `live` are those that are live now, `waiting` those that wait for approval.',
    example: { ...APP, changes: [{ locale: 'en-US', field: 'summary', revision: '$REVISION' }] },
  },
  'apps.discardListingChanges': {
    summary: 'Discard changes of a listing',
    description:
      'Returns drafted changes to what is live, and withdraws earlier values of these fields that wait for approval. Changes are named as for `apps.publishListing`.',
    example: { ...APP, changes: [{ locale: 'en-US', field: 'summary', revision: '$REVISION' }] },
  },
  'apps.listingHistory': {
    summary: 'List what went live of a listing',
    description:
      'Returns every change of the listing that went live, newest first, with both values, its time and who made it.',
    example: APP,
  },
  'apps.deleteLocale': {
    summary: 'Delete a language of a listing',
    description:
      'Deletes the texts and pictures of one language. A live language stays live until the deletion is published. The default language stays.',
    example: { ...APP, locale: 'de' },
  },
  'apps.orderScreenshots': {
    summary: 'Order screenshots',
    description: 'Sets the order of the screenshots of one kind and language. `ids` names all of them.',
    example: { ...APP, locale: 'en-US', kind: 'phoneScreenshots', ids: ['$GRAPHIC_ID'] },
  },
  'apps.deleteGraphic': {
    summary: 'Delete a picture',
    description: 'Deletes an icon, feature graphic or screenshot of the listing.',
    example: { graphicId: '$GRAPHIC_ID' },
  },
  'apps.importListing': {
    summary: 'Import a listing from fastlane',
    description:
      'Changes the texts of all languages in one call. `files` has their contents by path in the fastlane layout, below `metadata/android/`. What can’t be used is in `skipped` with the reason; `converted` has the files whose HTML became Markdown, or plain text in release notes.',
    example: { ...APP, files: { 'en-US/title.txt': 'Example', 'en-US/short_description.txt': 'Shows how' } },
  },
  'apps.applyListing': {
    summary: 'Change a listing and submit a version together',
    description:
      'Changes texts, release notes and pictures and submits a version in one step, or changes nothing. Of a published app, the texts and pictures that it names are published, as by `apps.publishListing`. `graphics` names all pictures of a kind and language in their order, by the IDs of staged pictures and of those that the listing has. When something can’t be applied, the error has the reason `not-applied`, and `details.problems` lists every problem with its `path`, `reason`, `message` and sometimes `details`; `details.more` counts those beyond 50. Without `submission`, the scope `listing` is enough.',
    scopes: ['listing', 'submit'],
    example: {
      ...APP,
      texts: { 'en-US': { name: 'Example', summary: 'Shows how' }, de: { name: 'Beispiel' } },
      graphics: { 'en-US': { phoneScreenshots: ['$STAGED_ID'] } },
      submission: { versionId: '$VERSION_ID', releaseNotes: { 'en-US': 'New pictures.' } },
    },
  },
  'apps.exportListing': {
    summary: 'Export a listing for fastlane',
    description:
      'Returns the texts by path in the fastlane layout, and where to download the pictures, below the store’s address.',
    example: APP,
  },
  'apps.versionDownloads': {
    summary: 'Get the downloads of an app',
    description:
      'Returns the downloads of each day up to today, by version and by kind of client. Days are in UTC.',
    example: { ...APP, days: 30 },
  },
  'apps.dailyDownloads': {
    summary: 'Get the downloads of several apps',
    description:
      'Returns the downloads of each of the last 30 days in UTC, for up to 100 apps, in the order of the request.',
    example: { appIds: ['$APP_ID'] },
  },
  'antiFeatures.list': {
    summary: 'List anti-features',
    description:
      'Lists the anti-features of an app, such as ads or tracking, and those of its published versions.',
    example: APP,
  },
  'antiFeatures.set': {
    summary: 'Declare an anti-feature',
    description:
      'Declares an anti-feature, or changes its reasons, which are texts by language. What store staff set stays.',
    example: { ...ANTI_FEATURE, reasons: { 'en-US': 'It needs our server.' } },
  },
  'antiFeatures.remove': {
    summary: 'Remove an anti-feature',
    description: 'Removes an anti-feature that the publisher declared.',
    example: ANTI_FEATURE,
  },
  'account.usage': {
    summary: 'Get the usage of quotas',
    description: 'Returns how much of each quota the account uses: apps, stored bytes, open uploads.',
    example: {},
  },
} satisfies CallTexts;
