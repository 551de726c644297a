import Box from '@mui/material/Box';
import { useBackend } from '#client/backend/backend-context.ts';
import type { PublicStore } from '#shared/settings/calls.ts';

/** The icon that the server wrote into the page, so that another one never shows first. */
const pageIcon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href;
/** The page contains Quayside's own. */
const ownIcon = pageIcon?.startsWith('data:') ? pageIcon : 'favicon.svg';

export interface StoreLogoProps {
  readonly size: number;
  /** The store's settings; undefined while they are loading. */
  readonly store: Pick<PublicStore, 'logo'> | undefined;
}

/** Shows the store's logo; that of Quayside without one. */
export function StoreLogo({ size, store }: StoreLogoProps) {
  const { storage } = useBackend();
  const logo = store?.logo ? storage.urlOf(store.logo) : ownIcon;
  return (
    <Box
      component="img"
      src={store === undefined ? pageIcon : logo}
      alt=""
      width={size}
      height={size}
      sx={{ flexShrink: 0, borderRadius: '22%' }}
    />
  );
}
