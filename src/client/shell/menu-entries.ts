import AdminPanelSettingsIcon from '@mui/icons-material/AdminPanelSettings';
import AppsIcon from '@mui/icons-material/Apps';
import DashboardIcon from '@mui/icons-material/Dashboard';
import GroupIcon from '@mui/icons-material/Group';
import PersonIcon from '@mui/icons-material/Person';
import SettingsIcon from '@mui/icons-material/Settings';
import TuneIcon from '@mui/icons-material/Tune';
import WidgetsIcon from '@mui/icons-material/Widgets';
import type { ElementType } from 'react';
import { paths } from '#client/paths.ts';
import { t } from '#shared/languages/translate.ts';

export interface MenuEntry {
  readonly label: string;
  readonly href: string;
  readonly icon: ElementType;
}

/** Menu entries for everyone, in the order of specification section 2. */
export const GENERAL_ENTRIES: readonly MenuEntry[] = [
  { label: t`Dashboard`, href: paths.dashboard, icon: DashboardIcon },
  { label: t`My Apps`, href: paths.apps, icon: AppsIcon },
  { label: t`Profile`, href: paths.profile, icon: PersonIcon },
  { label: t`Settings`, href: paths.settings, icon: SettingsIcon },
];

/** Additional entries for admins. */
export const ADMIN_ENTRIES: readonly MenuEntry[] = [
  { label: t`Admin Dashboard`, href: paths.admin, icon: AdminPanelSettingsIcon },
  { label: t`App Management`, href: paths.adminApps, icon: WidgetsIcon },
  { label: t`User Management`, href: paths.adminUsers, icon: GroupIcon },
  { label: t`System Settings`, href: paths.adminSettings, icon: TuneIcon },
];

/** Returns the entry of the current path: the longest one that is the path or a parent of it. */
export function currentEntry(pathname: string): MenuEntry | undefined {
  return [...GENERAL_ENTRIES, ...ADMIN_ENTRIES]
    .filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
    .sort((one, other) => other.href.length - one.href.length)[0];
}
