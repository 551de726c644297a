import { REJECTION_REASONS } from '#shared/reviews/reasons.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import type { VersionSummary } from '#shared/versions/version.ts';
import { type CommandResult, defineCommand, EXIT, onlyArgument, required } from '../command.ts';
import { findAppByAnyId } from '../find-app.ts';
import { explainFindings } from '../inspection.ts';
import { describeFindings } from '../report.ts';
import type { Store } from '../store.ts';
import { UsageError } from '../usage-error.ts';
import { exitOfVersion, isDecided, readDuration, WAIT_OPTION, waitForVersion } from '../wait.ts';

/** Versions that the status of an app shows. */
const SHOWN = 5;

export const status = defineCommand({
  usage: '[VERSION_ID]',
  summary: 'show the status of a version, or of an app’s newest versions and its live state',
  options: {
    app: {
      type: 'string',
      value: 'ID',
      help: 'the app, when no version is given, or in a build job without a token',
    },
    wait: {
      ...WAIT_OPTION,
      help: 'wait for the decision about the version, or the newest of the app; by default 30m',
    },
  },
  async run({ values, positionals, tools }) {
    const seconds = values.wait === undefined ? null : readDuration(values.wait);
    const store = tools.store();
    const isOfApp = positionals.length === 0;
    if (isOfApp && seconds === null) return describeApp(store, required(values.app, 'app'));
    const versionId = isOfApp
      ? await findNewestVersion(store, required(values.app, 'app'))
      : onlyArgument(positionals, 'version ID');
    const { version: found } = await store.call('versions.get', { versionId });
    const version =
      seconds === null
        ? found
        : await waitForVersion(store, {
            version: found,
            seconds,
            isOver: isDecided,
            onStatus: (reached) => tools.progress(describeVersion(reached)),
          });
    const text = [
      describeWithId(version),
      ...describeFindings(explainFindings(version.findings, store.url)),
    ].join('\n');
    return { exit: seconds === null ? EXIT.done : exitOfVersion(version), text, data: { version } };
  },
});

async function describeApp(store: Store, id: string): Promise<CommandResult> {
  const { id: appId } = await findAppByAnyId(store, id);
  const { app, versions, live } = await store.call('apps.get', { appId });
  const lines = versions.slice(0, SHOWN).map(describeWithId);
  const state = app.hold ? 'is on hold' : live.isPublic ? 'is live' : 'isn’t live';
  return { text: [`${app.name} ${state}.`, ...lines].join('\n'), data: { app, versions, live } };
}

async function findNewestVersion(store: Store, id: string): Promise<string> {
  const { id: appId } = await findAppByAnyId(store, id);
  const { app, versions } = await store.call('apps.get', { appId });
  const [newest] = versions;
  if (!newest) throw new UsageError(`${app.name} has no version yet.`);
  return newest.id;
}

/** Returns a version as `describeVersion` does, and its ID, by which other commands take it. */
export function describeWithId(version: VersionSummary): string {
  return `${describeVersion(version)}\n  ID: ${version.id}`;
}

/** Returns a version with its status as a sentence, and why it was rejected or removed. */
export function describeVersion(version: VersionSummary): string {
  const { id, versionName, versionNumber, removalReason, rejectionReasons, decisionNote, hold } = version;
  const name = versionName === null ? id : `${versionName} (${versionNumber})`;
  const record = VERSION_STATUSES[version.status];
  const chosen = rejectionReasons.map((reason) => REJECTION_REASONS[reason].sentence);
  const reasons = record.hasProblems ? [...chosen, decisionNote] : [removalReason];
  if (hold !== null) reasons.push(`On hold: ${hold.reason}`);
  const why = reasons.filter((reason) => reason !== null && reason !== '');
  return [`Version ${name} ${record.phrase}.`, ...why.map((reason) => `  ${reason}`)].join('\n');
}
