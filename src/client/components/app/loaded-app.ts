import type { CallResult } from '#shared/calls.ts';

/** An app as loaded by its page. */
export type LoadedApp = CallResult<'apps.get'>;

/** Props of every part of an app's page. */
export interface AppPartProps {
  readonly loaded: LoadedApp;
}
