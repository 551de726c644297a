import { defineCommand, onlyArgument } from '../command.ts';
import {
  noteUnapplied,
  RELEASE_OPTIONS,
  REVIEWER_OPTIONS,
  readListingChanges,
  readReleaseChoice,
  readReviewerInput,
  submitOnce,
} from '../submission.ts';
import { describeWithId } from './status.ts';

const SUBMISSION_OPTIONS = { ...RELEASE_OPTIONS, ...REVIEWER_OPTIONS };

export const submit = defineCommand({
  usage: 'VERSION_ID',
  summary: 'submit a version for review that passed inspection, or one whose listing was rejected',
  options: {
    app: { type: 'string', value: 'ID', help: 'the app, which a build job without a token needs' },
    ...SUBMISSION_OPTIONS,
  },
  async run({ values, positionals, tools }) {
    const versionId = onlyArgument(positionals, 'version ID');
    const choice = {
      ...readReleaseChoice(values),
      ...(await readReviewerInput(values, tools.variables)),
    };
    const store = tools.store();
    const { version: found } = await store.call('versions.get', { versionId });
    const given = Object.keys(SUBMISSION_OPTIONS).filter((name) => name in values);
    noteUnapplied(found, given, tools.progress);
    const changes = await readListingChanges(store, {
      version: found,
      isPublished: values['publish-listing'] ?? false,
      onNote: tools.progress,
    });
    const version = await submitOnce(store, found, { ...choice, ...changes });
    return { text: describeWithId(version), data: { version } };
  },
});
