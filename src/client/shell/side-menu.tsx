import LogoutIcon from '@mui/icons-material/Logout';
import MenuBookIcon from '@mui/icons-material/MenuBook';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useLocation } from 'react-router';
import { useSessionUser } from '#client/store/store.ts';
import { t } from '#shared/languages/translate.ts';
import { ADMIN_ENTRIES, currentEntry, GENERAL_ENTRIES, type MenuEntry } from './menu-entries.ts';
import { MenuUser } from './menu-user.tsx';

const LIST = {
  px: 1,
  '& .MuiListItemButton-root': { px: 1.5, py: 0.5, minHeight: 40, borderRadius: 1 },
  '& .MuiListItemIcon-root': { minWidth: 36 },
  '& .MuiSvgIcon-root': { fontSize: 22 },
  '& .MuiListItemText-primary': { fontSize: '0.9375rem', fontWeight: 'inherit' },
} as const;

function Entry({ entry, isCurrent }: { entry: MenuEntry; isCurrent: boolean }) {
  const { label, href, icon: Icon } = entry;
  return (
    <ListItem disablePadding>
      <ListItemButton href={href} selected={isCurrent} {...(isCurrent && { 'aria-current': 'page' })}>
        <ListItemIcon>
          <Icon aria-hidden />
        </ListItemIcon>
        <ListItemText primary={label} />
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
  const entries = (list: readonly MenuEntry[]) =>
    list.map((entry) => <Entry key={entry.href} entry={entry} isCurrent={entry === current} />);

  return (
    <Box component="nav" aria-label={t`Main`} onClick={onNavigate}>
      <MenuUser user={user} />
      <Divider />
      <List sx={LIST}>
        {entries(GENERAL_ENTRIES)}
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
            {entries(ADMIN_ENTRIES)}
          </List>
        </>
      )}
    </Box>
  );
}
