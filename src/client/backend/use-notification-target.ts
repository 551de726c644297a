import { paths } from '#client/paths.ts';
import type { Notification } from '#shared/notifications/calls.ts';
import type { Role } from '#shared/users/role.ts';
import { useBackend } from './backend-context.ts';

/** Gives the way from a notification to the app, version or review that it concerns; null where there is none. */
export function useNotificationTarget(role: Role): (notification: Notification) => Promise<string | null> {
  const { documents } = useBackend();
  return async ({ type, data }) => {
    const { appId, versionId } = data ?? {};
    if (role === 'admin' && versionId !== undefined) return paths.review(versionId);
    if (appId === undefined) return null;
    // Updates are told to everybody, and an app's page is only for its own people.
    if (type === 'app_update' && role !== 'admin') {
      const { apps } = await documents.cache.ensureQueryData(
        documents.read('apps.list', { scope: 'mine', limit: 100 }),
      );
      if (!apps.some(({ id }) => id === appId)) return null;
    }
    return versionId === undefined ? paths.app(appId) : paths.version(appId, versionId);
  };
}
