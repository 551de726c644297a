import { t } from '#shared/languages/translate.ts';
import { releaseDenialReason } from '#shared/releases/actions.ts';
import { ROLLED_BACK_FROM } from '#shared/statuses/release-status.ts';
import { lockApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { callError, requireAllowed } from '../../platform/input/call-error.ts';
import { rollBackTo } from '../lifecycle/change-release.ts';
import { readReleases } from './queries.ts';

/** The largest limit: a target may be older than what the list shows. */
const EVERY_RELEASE = 2 ** 31 - 1;

/**
 * `releases.rollBack`: gives new installs an earlier version. All newer versions of its track stop rolling out;
 * devices that have one keep it, because no device installs a lower versionCode over a higher one.
 */
export const rollBackRelease: Handler<'releases.rollBack'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const { releases: all } = await readReleases(tx, app, EVERY_RELEASE);
    const at = all.findIndex(({ versionId }) => versionId === data.versionId);
    const target = all[at];
    if (!target) throw callError('not-found', () => t`This app has no such release.`);
    requireAllowed(() => releaseDenialReason('rollBackTo', target.status), { reason: 'wrong-status' });
    const newer = all
      .slice(0, at)
      .filter(({ track, status }) => track === target.track && ROLLED_BACK_FROM.includes(status))
      .map(({ versionId }) => versionId);
    if (newer.length > 0) {
      const now = context.clock();
      const by = { actor: 'publisher', uid: caller.uid } as const;
      await rollBackTo(tx, { target: { appId: app.id, versionId: target.versionId }, newer, by, now });
    }
    return readReleases(tx, app);
  });
