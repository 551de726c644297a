import Box from '@mui/material/Box';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';

/** The icon that the server wrote into the page, so that another one never shows first. */
const pageIcon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href;
/** The page contains Quayside's own. */
const ownIcon = pageIcon?.startsWith('data:') ? pageIcon : 'favicon.svg';

/** Shows the store's logo; that of Quayside without one. */
export function StoreLogo({ size }: { size: number }) {
  const { storage } = useBackend();
  const { data } = useCallQuery('settings.get', {});
  const logo = data?.logo ? storage.urlOf(data.logo) : ownIcon;
  return (
    <Box
      component="img"
      src={data === undefined ? pageIcon : logo}
      alt=""
      width={size}
      height={size}
      sx={{ flexShrink: 0, borderRadius: '22%' }}
    />
  );
}
