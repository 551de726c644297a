import LogoutIcon from '@mui/icons-material/Logout';
import MenuIcon from '@mui/icons-material/Menu';
import AppBar from '@mui/material/AppBar';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { PartBoundary } from '#client/components/feedback/page-part.tsx';
import { StoreLogo } from '#client/components/store/store-logo.tsx';
import { LOW_WINDOW } from '#client/ui/low-window.ts';
import { t } from '#shared/languages/translate.ts';
import { NotificationBell } from './notification-bell.tsx';

export interface TopBarProps {
  readonly title: string;
  readonly isMenuOpen: boolean;
  readonly onToggleMenu: () => void;
  readonly onSignOut: () => void;
}

/** Shows the top bar: product title, notification bell and Sign Out; on narrow screens also the menu button. */
export function TopBar({ title, isMenuOpen, onToggleMenu, onSignOut }: TopBarProps) {
  const store = useCallQuery('settings.get', {});
  return (
    <AppBar
      position="fixed"
      color="inherit"
      elevation={0}
      sx={{
        zIndex: (theme) => theme.zIndex.drawer + 1,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        [LOW_WINDOW]: { position: 'absolute' },
      }}
    >
      <Toolbar sx={{ gap: 1 }}>
        <IconButton
          edge="start"
          color="inherit"
          aria-label={t`Menu`}
          aria-expanded={isMenuOpen}
          onClick={onToggleMenu}
          sx={{ display: { md: 'none' } }}
        >
          <MenuIcon />
        </IconButton>
        <StoreLogo size={28} store={store.data} />
        <Typography variant="h6" component="p" noWrap sx={{ flex: 1 }}>
          {title}
        </Typography>
        <PartBoundary fallback={null}>
          <NotificationBell />
        </PartBoundary>
        <Button
          color="inherit"
          startIcon={<LogoutIcon />}
          onClick={onSignOut}
          sx={{
            whiteSpace: 'nowrap',
            flexShrink: 0,
            // On phones, the product's name needs the space.
            '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } },
          }}
        >
          {t`Sign Out`}
        </Button>
      </Toolbar>
    </AppBar>
  );
}
