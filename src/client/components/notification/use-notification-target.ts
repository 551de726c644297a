import { useBackend } from '#client/backend/backend-context.ts';
import { paths } from '#client/paths.ts';
import type { Notification } from '#shared/notifications/calls.ts';
import type { Role } from '#shared/users/role.ts';

/**
 * Returns a function that opens the app, its listing, settings or releases, the version, review, API tokens or account of a notification;
 * null without one.
 */
export function useNotificationTarget(
  role: Role,
): (notification: Pick<Notification, 'type' | 'data'>) => Promise<string | null> {
  const { documents } = useBackend();
  return async ({ type, data }) => {
    const { appId, versionId, part } = data ?? {};
    if (role === 'admin' && versionId !== undefined) return paths.review(versionId);
    if (part === 'api') return paths.api;
    if (part === 'account') return paths.settingsPart('account');
    if (appId === undefined) return null;
    // Everyone gets updates, but only members can open the app's page.
    if (type === 'app_update' && role !== 'admin') {
      const own = documents.read('apps.list', { scope: 'mine', appId, limit: 1 });
      const { apps } = await documents.cache.fetchQuery(own);
      if (apps.length === 0) return null;
    }
    if (part === 'listing' || part === 'settings' || part === 'releases') return paths.appPart(appId, part);
    return versionId === undefined ? paths.app(appId) : paths.version(appId, versionId);
  };
}
