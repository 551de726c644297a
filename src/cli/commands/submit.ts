import { defineCommand, onlyArgument } from '../command.ts';
import {
  RELEASE_OPTIONS,
  REVIEWER_OPTIONS,
  readListingChanges,
  readReleaseChoice,
  readReviewerInput,
  submitOnce,
} from '../submission.ts';
import { describeWithId } from './status.ts';

export const submit = defineCommand({
  usage: 'VERSION_ID',
  summary: 'submit a version for review that passed inspection, or one whose listing was rejected',
  options: { ...RELEASE_OPTIONS, ...REVIEWER_OPTIONS },
  async run({ values, positionals, tools }) {
    const versionId = onlyArgument(positionals, 'version ID');
    const choice = {
      ...readReleaseChoice(values),
      ...(await readReviewerInput(values, tools.variables)),
    };
    const store = tools.store();
    const { version: found } = await store.call('versions.get', { versionId });
    const changes = await readListingChanges(store, {
      appId: found.appId,
      isPublished: values['publish-listing'] ?? false,
      onNote: tools.progress,
    });
    const version = await submitOnce(store, found, { ...choice, ...changes });
    return { text: describeWithId(version), data: { version } };
  },
});
