import Button from '@mui/material/Button';
import { useCallQuery } from '#client/backend/use-call.ts';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';

export interface StorePageButtonProps {
  /** The repository's address, below which the public pages are. */
  readonly address: string;
  /** The app whose page to link to; without one it is the store's. */
  readonly app?: Pick<App, 'applicationId' | 'platform'>;
}

/** Links to the public page of an app or of the store, unless the store hides them. */
export function StorePageButton({ address, app }: StorePageButtonProps) {
  const access = useCallQuery('settings.get', {}).data?.settings.storeAccess;
  if (access === 'hidden') return null;
  // Without a platform, the address of an app's page is that of an Android app.
  const platform = app?.platform === 'ios' ? '&platform=ios' : '';
  return (
    <Button
      size="small"
      href={app === undefined ? `${address}/` : `${address}/?app=${app.applicationId}${platform}`}
      sx={{ ml: -0.5 }}
    >
      {app === undefined ? t`Open the store’s page` : t`View in store`}
    </Button>
  );
}
