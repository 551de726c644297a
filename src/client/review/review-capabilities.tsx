import AccessibilityIcon from '@mui/icons-material/Accessibility';
import AdminPanelSettingsIcon from '@mui/icons-material/AdminPanelSettings';
import AppsIcon from '@mui/icons-material/Apps';
import BluetoothIcon from '@mui/icons-material/Bluetooth';
import ContactsIcon from '@mui/icons-material/Contacts';
import FolderIcon from '@mui/icons-material/Folder';
import KeyboardIcon from '@mui/icons-material/Keyboard';
import LocationOnIcon from '@mui/icons-material/LocationOn';
import MicIcon from '@mui/icons-material/Mic';
import MonitorHeartIcon from '@mui/icons-material/MonitorHeart';
import NotificationsIcon from '@mui/icons-material/Notifications';
import PhoneIcon from '@mui/icons-material/Phone';
import PhotoCameraIcon from '@mui/icons-material/PhotoCamera';
import ScreenShareIcon from '@mui/icons-material/ScreenShare';
import SettingsIcon from '@mui/icons-material/Settings';
import SmsIcon from '@mui/icons-material/Sms';
import WifiIcon from '@mui/icons-material/Wifi';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ElementType } from 'react';
import { CapabilityList } from '#client/components/package/capability-list.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import { capabilitiesOf } from '#shared/packages/capabilities.ts';
import type { CapabilityIcon } from '#shared/packages/capability-records.ts';
import { exposedComponents } from '#shared/packages/exposed-components.ts';
import type { PackageFacts } from '#shared/packages/facts.ts';

const ICONS: Readonly<Record<CapabilityIcon, ElementType>> = {
  accessibility: AccessibilityIcon,
  admin: AdminPanelSettingsIcon,
  apps: AppsIcon,
  camera: PhotoCameraIcon,
  files: FolderIcon,
  health: MonitorHeartIcon,
  keyboard: KeyboardIcon,
  location: LocationOnIcon,
  messages: SmsIcon,
  microphone: MicIcon,
  nearby: BluetoothIcon,
  network: WifiIcon,
  notifications: NotificationsIcon,
  personal: ContactsIcon,
  phone: PhoneIcon,
  screen: ScreenShareIcon,
  settings: SettingsIcon,
};

/** Components that are listed; the facts have all. */
const MAX_LISTED = 20;

/** Shows what a package can do, and what other apps can do with it; nothing without any. */
export function ReviewCapabilities({ facts }: { facts: PackageFacts | null }) {
  const capabilities = capabilitiesOf(facts);
  const exposed = facts?.platform === 'android' ? exposedComponents(facts) : [];
  const sharedUserId = facts?.platform === 'android' ? (facts.sharedUserId ?? null) : null;
  if (capabilities.length === 0 && exposed.length === 0 && sharedUserId === null) return null;
  return (
    <Section title={t`What it can do`}>
      {capabilities.length > 0 && <CapabilityList capabilities={capabilities} icons={ICONS} />}
      {exposed.length > 0 && (
        <>
          <Typography variant="body2" sx={{ mt: 1 }}>{t`Every other app can use:`}</Typography>
          <Box
            component="ul"
            aria-label={t`Every other app can use:`}
            sx={{ m: 0, pl: 2.5, typography: 'body2', fontFamily: 'monospace', overflowWrap: 'anywhere' }}
          >
            {exposed.slice(0, MAX_LISTED).map(({ kind, name }) => (
              <li key={`${kind} ${name}`}>{`${kind} ${name}`}</li>
            ))}
            {exposed.length > MAX_LISTED && <li>…</li>}
          </Box>
        </>
      )}
      {sharedUserId !== null && (
        <Typography variant="body2">{t`It shares the user ID ${sharedUserId} with other apps.`}</Typography>
      )}
    </Section>
  );
}
