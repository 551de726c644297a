import AdminPanelSettingsIcon from '@mui/icons-material/AdminPanelSettings';
import AppsIcon from '@mui/icons-material/Apps';
import DashboardIcon from '@mui/icons-material/Dashboard';
import GroupIcon from '@mui/icons-material/Group';
import LogoutIcon from '@mui/icons-material/Logout';
import MenuBookIcon from '@mui/icons-material/MenuBook';
import PersonIcon from '@mui/icons-material/Person';
import SettingsIcon from '@mui/icons-material/Settings';
import TuneIcon from '@mui/icons-material/Tune';
import WidgetsIcon from '@mui/icons-material/Widgets';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { type ElementType, useId } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#client/paths.ts';
import { ALL_SCREENS, type MenuIcon, type Screen } from '#client/screens.ts';
import { useSessionUser } from '#client/store/store.ts';
import { t } from '#shared/languages/translate.ts';
import { MenuUser } from './menu-user.tsx';

const LIST = {
  px: 1,
  '& .MuiListItemButton-root': { px: 1.5, py: 0.5, minHeight: 40, borderRadius: 1 },
  '& .MuiListItemIcon-root': { minWidth: 36 },
  '& .MuiSvgIcon-root': { fontSize: 22 },
  '& .MuiListItemText-primary': { fontSize: '0.9375rem', fontWeight: 'inherit' },
} as const;

const ICONS: Readonly<Record<MenuIcon, ElementType>> = {
  dashboard: DashboardIcon,
  apps: AppsIcon,
  person: PersonIcon,
  settings: SettingsIcon,
  administration: AdminPanelSettingsIcon,
  'all-apps': WidgetsIcon,
  people: GroupIcon,
  system: TuneIcon,
};

type MenuScreen = Screen & { readonly menu: MenuIcon };

const ENTRIES = ALL_SCREENS.map(([, screen]) => screen).filter(
  (screen): screen is MenuScreen => screen.menu !== undefined,
);

/**
 * Returns the entry of the current path: the longest one that is the path or a parent of it. The API has none: the menu
 * links to it below the user's name.
 */
function currentEntry(pathname: string): MenuScreen | undefined {
  if (pathname === paths.api) return undefined;
  return ENTRIES.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`)).toSorted(
    (one, other) => other.path.length - one.path.length,
  )[0];
}

function Entry({ entry, isCurrent }: { entry: MenuScreen; isCurrent: boolean }) {
  const { title, path, menu } = entry;
  const Icon = ICONS[menu];
  return (
    <ListItem disablePadding>
      <ListItemButton href={path} selected={isCurrent} {...(isCurrent && { 'aria-current': 'page' })}>
        <ListItemIcon>
          <Icon aria-hidden />
        </ListItemIcon>
        <ListItemText primary={title} />
      </ListItemButton>
    </ListItem>
  );
}

export interface SideMenuProps {
  /** Address of the developer guide, a static page outside of the router. */
  readonly guideUrl: string;
  readonly onNavigate?: () => void;
  readonly onSignOut: () => void;
}

/** Shows the side menu of specification section 2. */
export function SideMenu({ guideUrl, onNavigate, onSignOut }: SideMenuProps) {
  const user = useSessionUser();
  const adminTitle = useId();
  const current = currentEntry(useLocation().pathname);
  const entries = (forEveryone: boolean) =>
    ENTRIES.filter(({ roles }) => roles?.includes('user') === forEveryone).map((entry) => (
      <Entry key={entry.path} entry={entry} isCurrent={entry === current} />
    ));

  return (
    <Box component="nav" aria-label={t`Main`} onClick={onNavigate}>
      <MenuUser user={user} />
      <Divider />
      <List sx={LIST}>
        {entries(true)}
        <ListItem disablePadding>
          <ListItemButton href={guideUrl} target="_blank" rel="noopener">
            <ListItemIcon>
              <MenuBookIcon aria-hidden />
            </ListItemIcon>
            <ListItemText primary={t`Developer Guide`} />
          </ListItemButton>
        </ListItem>
        <ListItem disablePadding>
          <ListItemButton onClick={onSignOut}>
            <ListItemIcon>
              <LogoutIcon aria-hidden />
            </ListItemIcon>
            <ListItemText primary={t`Sign Out`} />
          </ListItemButton>
        </ListItem>
      </List>
      {user.role === 'admin' && (
        <>
          <Divider />
          <Typography
            id={adminTitle}
            component="p"
            variant="body2"
            sx={{ px: 2.5, pt: 1.5, fontWeight: 500, color: 'text.secondary' }}
          >
            {t`Administration`}
          </Typography>
          <List sx={LIST} aria-labelledby={adminTitle}>
            {entries(false)}
          </List>
        </>
      )}
    </Box>
  );
}
