import type { App } from '#shared/apps/app.ts';
import { APP_STATUSES } from '#shared/statuses/app-status.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import { defineCommand } from '../command.ts';
import { findAppByAnyId } from '../find-app.ts';

/** Pages of a hundred apps that are read. */
const MAX_PAGES = 100;

export const apps = defineCommand({
  usage: '',
  summary: 'list your apps',
  options: { app: { type: 'string', value: 'ID', help: 'only this app' } },
  async run({ values, isAppGiven, tools }) {
    const store = tools.store();
    if (values.app !== undefined) {
      if (!isAppGiven) tools.progress('QUAYSIDE_APP is set: only its app is listed.');
      const app = await findAppByAnyId(store, values.app);
      return { text: line(app), data: { apps: [app] } };
    }
    const found: App[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const result = await store.call('apps.list', { scope: 'mine', sort: 'name', limit: 100, cursor });
      found.push(...result.apps);
      if (result.nextCursor === null) break;
      cursor = result.nextCursor;
    }
    return { text: found.map(line).join('\n') || 'No apps.', data: { apps: found } };
  },
});

function line({ id, platform, applicationId, status, latestVersion }: App): string {
  const version = latestVersion
    ? `${latestVersion.versionName ?? 'new version'} ${VERSION_STATUSES[latestVersion.status].phrase}`
    : 'no version';
  return [id, platform.padEnd(8), applicationId, APP_STATUSES[status].label, version].join('  ');
}
