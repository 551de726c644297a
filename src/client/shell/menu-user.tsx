import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useLocation } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { ROLE_LABELS } from '#client/components/user/role-labels.ts';
import { paths } from '#client/paths.ts';
import type { SessionUser } from '#client/store/session-user.ts';
import { t } from '#shared/languages/translate.ts';

/**
 * Shows the user's avatar, display name, role and the first eight characters of their id, and links to the API and its
 * reference, which aren’t among the menu’s entries.
 */
export function MenuUser({ user }: { user: SessionUser }) {
  const isApi = useLocation().pathname === paths.api;
  const { baseUrl } = useBackend().settings;
  const name = user.displayName || t`User`;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, p: 2 }}>
      <Avatar alt="" {...(user.photoURL !== null && { src: user.photoURL })} sx={{ bgcolor: 'primary.main' }}>
        {name.charAt(0).toUpperCase()}
      </Avatar>
      <Box sx={{ minWidth: 0 }}>
        <Typography noWrap sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {ROLE_LABELS[user.role].name}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Typography variant="caption" sx={{ color: 'text.secondary', fontFamily: 'monospace' }}>
            {`${user.uid.slice(0, 8)}…`}
          </Typography>
          <Button
            size="small"
            href={paths.api}
            {...(isApi && { 'aria-current': 'page' })}
            sx={{
              minWidth: 0,
              minHeight: 24,
              px: 0.75,
              py: 0,
              ...(isApi && { bgcolor: 'action.selected', fontWeight: 700 }),
            }}
          >
            {t`API`}
          </Button>
          <Button
            size="small"
            href={new URL('api-reference.html', baseUrl).href}
            target="_blank"
            rel="noopener"
            sx={{ minWidth: 0, minHeight: 24, px: 0.75, py: 0 }}
          >
            {t`Docs`}
          </Button>
        </Box>
      </Box>
    </Box>
  );
}
