import type { CallResult } from '#shared/calls.ts';
import { RELEASE_STATUSES } from '#shared/statuses/release-status.ts';
import { defineCommand, onlyArgument, required, wholeNumber } from '../command.ts';
import { findAppByAnyId } from '../find-app.ts';
import type { Store } from '../store.ts';
import { UsageError } from '../usage-error.ts';

interface ReleaseChange {
  readonly versionId: string;
  readonly percentage: string | undefined;
}

type Released = CallResult<'releases.publish'>;

/** The changes of one version's release, by their names. */
const CHANGES: Readonly<Record<string, (store: Store, change: ReleaseChange) => Promise<Released>>> = {
  publish: (store, { versionId }) => store.call('releases.publish', { versionId }),
  rollout: (store, { versionId, percentage }) =>
    store.call('releases.setRollout', {
      versionId,
      percentage:
        wholeNumber(required(percentage, 'percent'), { option: 'percent', min: 1, max: 100 }) ?? 100,
    }),
  halt: (store, { versionId }) => store.call('releases.halt', { versionId }),
  resume: (store, { versionId }) => store.call('releases.resume', { versionId }),
  complete: (store, { versionId }) => store.call('releases.complete', { versionId }),
};

const ROLLBACK = 'rollback';
const NAMES = [...Object.keys(CHANGES), ROLLBACK].join(', ');

export const release = defineCommand({
  usage: 'publish|rollout|halt|resume|complete|rollback VERSION_ID',
  summary: 'publish an approved version, change its rollout, or return to an earlier version',
  options: {
    percent: { type: 'string', value: 'N', help: 'for rollout: the percentage of devices that get it' },
    app: { type: 'string', value: 'ID', help: 'the app, for rollback, or in a build job without a token' },
  },
  async run({ values, positionals: [action = '', ...others], tools }) {
    const change = Object.hasOwn(CHANGES, action) ? CHANGES[action] : undefined;
    if (!change && action !== ROLLBACK) throw new UsageError(`Give one of ${NAMES}.`);
    if (values.percent !== undefined && action !== 'rollout') {
      throw new UsageError('--percent is for quayside release rollout.');
    }
    const versionId = onlyArgument(others, 'version ID');
    const store = tools.store();
    if (change) return releaseSummary(await change(store, { versionId, percentage: values.percent }));
    const app = await findAppByAnyId(store, required(values.app, 'app'));
    const { releases, live } = await store.call('releases.rollBack', { appId: app.id, versionId });
    const target = releases.find((one) => one.versionId === versionId);
    return {
      ...(target ? releaseSummary({ release: target }) : { text: 'Rolled back.' }),
      data: { releases, live },
    };
  },
});

function releaseSummary(data: Released) {
  const { versionId, versionName, versionCode, status, percentage } = data.release;
  const name = versionName === null ? versionId : `${versionName} (${versionCode})`;
  const { phrase, isPartial } = RELEASE_STATUSES[status];
  return { text: `Version ${name} ${phrase}${isPartial ? ` at ${percentage}%` : ''}.`, data: { ...data } };
}
