import type { App } from '#shared/apps/app.ts';
import { CallError } from '#shared/errors.ts';
import type { Platform } from '#shared/packages/platform.ts';
import type { Store } from './store.ts';

/**
 * Returns the app of an ID: that of the app, or its application ID such as `org.example.app`, which apps of both platforms
 * can have. Throws `CallError` without one that the token has access to.
 */
export async function findAppByAnyId(store: Store, id: string, platform?: Platform): Promise<App> {
  if (!id.includes('.')) return (await store.call('apps.get', { appId: id })).app;
  const platforms = platform === undefined ? (['android', 'ios'] as const) : [platform];
  const found: App[] = [];
  for (const one of platforms) {
    const app = await findApplication(store, id, one);
    if (app !== null) found.push(app);
  }
  const [app, other] = found;
  if (app === undefined) {
    throw new CallError('not-found', `There is no app ${id} that this token has access to.`);
  }
  if (other === undefined) return app;
  const choices = found.map((one) => `${one.id} (${one.platform})`).join(' or ');
  throw new CallError('invalid-argument', `Several apps are called ${id}. Give the ID of one: ${choices}.`);
}

/** Returns the app of an application ID on one platform; null without one that the token has access to. */
export async function findApplication(
  store: Store,
  applicationId: string,
  platform: Platform,
): Promise<App | null> {
  try {
    return (await store.call('apps.find', { platform, applicationId })).app;
  } catch (error) {
    if (error instanceof CallError && error.code === 'not-found') return null;
    throw error;
  }
}
