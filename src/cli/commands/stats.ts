import { defineCommand, required, wholeNumber } from '../command.ts';
import { findAppByAnyId } from '../find-app.ts';

const MAX_DAYS_BACK = 365;

export const stats = defineCommand({
  usage: '',
  summary: 'show an app’s downloads',
  options: {
    app: { type: 'string', value: 'ID', help: 'the app' },
    days: { type: 'string', value: 'N', help: 'the number of days up to today; by default 30' },
  },
  async run({ values, tools }) {
    const id = required(values.app, 'app');
    const days = wholeNumber(values.days, { option: 'days', min: 1, max: MAX_DAYS_BACK }) ?? 30;
    const store = tools.store();
    const app = await findAppByAnyId(store, id);
    const downloads = await store.call('apps.versionDownloads', { appId: app.id, days });
    const { total, previousTotal, allTime, versions } = downloads;
    const lines = versions.map(
      ({ versionName, versionCode, total: count }) => `  ${versionName} (${versionCode}): ${count}`,
    );
    const sum = `${app.name}: ${total} downloads in ${days} days, ${previousTotal} in those before, ${allTime} in all.`;
    return { text: [sum, ...lines].join('\n'), data: { app: { id: app.id, name: app.name }, ...downloads } };
  },
});
