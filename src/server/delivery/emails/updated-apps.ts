import type { Delivery } from '../notifications/deliveries.ts';
import { EMAIL_TEXTS } from './email-texts.ts';

/** Maximum apps that a digest names. */
const MAX_APPS = 40;

/** Returns the lines of a digest about updates, one for each app, the latest updated first; none without updates. */
export function listUpdates(updates: readonly Delivery[]): string[] {
  const byApp = Map.groupBy(updates.toReversed(), ({ data, title }) => data?.appId ?? title);
  if (byApp.size === 0) return [];
  const lines = [...byApp.values()].slice(0, MAX_APPS).map((ofApp) => {
    const [latest] = ofApp;
    const { name, version } = latest?.about?.values ?? {};
    // Those that were stored before there were records have only their title.
    if (name === undefined || version === undefined) return latest?.title ?? '';
    return EMAIL_TEXTS.updates(ofApp.length, String(name), String(version));
  });
  const more = byApp.size - MAX_APPS;
  return [
    [EMAIL_TEXTS.updatedApps(byApp.size), ...lines, ...(more > 0 ? [EMAIL_TEXTS.moreApps(more)] : [])].join(
      '\n',
    ),
  ];
}
