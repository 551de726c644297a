import type { CallResult } from '#shared/calls.ts';

/** An app as its page has read it. */
export type LoadedApp = CallResult<'apps.get'>;

/** What every part of an app's page is given. */
export interface AppPartProps {
  readonly loaded: LoadedApp;
}
