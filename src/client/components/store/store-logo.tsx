import Box from '@mui/material/Box';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';

/** Shows the store's logo; that of Quayside without one. */
export function StoreLogo({ size }: { size: number }) {
  const { storage } = useBackend();
  const logo = useCallQuery('settings.get', {}).data?.logo ?? null;
  return (
    <Box
      component="img"
      src={logo === null ? 'favicon.svg' : storage.urlOf(logo)}
      alt=""
      width={size}
      height={size}
      sx={{ flexShrink: 0, borderRadius: '22%' }}
    />
  );
}
