import type { App } from '#shared/apps/app.ts';
import type { CallResult } from '#shared/calls.ts';
import type { EvaluationContext } from '#shared/packages/rules/rule.ts';
import type { Store } from './store.ts';

/** Returns the rules of a store with what the app's next version is checked against; null stands for an app that is new. */
export async function fetchRequirements(
  store: Store,
  app: Pick<App, 'id'> | null,
): Promise<EvaluationContext> {
  if (app) return (await store.call('apps.getRequirements', { appId: app.id })).requirements;
  const { settings }: CallResult<'settings.get'> = await store.call('settings.get', {});
  return { minTargetSdk: settings.minTargetSdk, modes: settings.rules };
}
