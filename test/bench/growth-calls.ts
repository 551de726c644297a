import { type ReadTargets, readInputs } from '#test/support/read-inputs.ts';
import {
  POPULAR_VERSION,
  STORE_SIZE,
  seededApp,
  seededUser,
  seededVersion,
  seededWebhook,
} from './large-store-seed.ts';

const popularVersion = seededVersion(POPULAR_VERSION);

const TARGETS: ReadTargets = {
  appId: seededApp(1),
  applicationId: 'org.example.c4ca4238a01',
  manyAppIds: Array.from({ length: 20 }, (_, n) => seededApp(n + 1)),
  otherAppId: seededApp(STORE_SIZE.apps - 1),
  changedAppId: seededApp(7),
  publishedVersionId: popularVersion,
  latestVersionId: popularVersion,
  inReviewVersionId: seededVersion(STORE_SIZE.versions),
  submittedVersionId: seededVersion(STORE_SIZE.versions - 7),
  webhookId: seededWebhook,
  uid: seededUser(20),
  actorUid: seededUser(7),
  subjectUid: seededUser(6),
};

/** Every call that reads, with the inputs for which it could have most to do in the large store. */
export const CALLS = readInputs(TARGETS);
