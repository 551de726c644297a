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
import { toneColor } from '#client/ui/tone.ts';
import { t } from '#shared/languages/translate.ts';
import type { CapabilityEvidence, FoundCapability } from '#shared/packages/capabilities.ts';
import { type CapabilityIcon, capability } from '#shared/packages/capability-records.ts';
import { permissionName } from './permission-list.tsx';

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

/** The weight from which a capability stands out. */
const GRAVE = 4;
/** Evidence that is shown of one capability. */
const MAX_EVIDENCE = 5;

export interface CapabilityListProps {
  readonly capabilities: readonly FoundCapability[];
}

/** Lists what an app can do, with what gives it: permissions, components, domains. */
export function CapabilityList({ capabilities }: CapabilityListProps) {
  return (
    <Box
      component="ul"
      aria-label={t`What it can do`}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}
    >
      {capabilities.map(({ id, evidence }) => {
        const { icon, sentence, weight } = capability(id);
        const Icon = ICONS[icon];
        const tone = toneColor(weight >= GRAVE ? 'warning' : 'neutral');
        return (
          <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
            <Icon aria-hidden sx={[{ fontSize: 20 }, ...[tone].flat()]} />
            <Typography component="span" variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {sentence}{' '}
              <Box component="span" sx={{ color: 'text.secondary', fontFamily: 'monospace' }}>
                {evidenceText(evidence)}
              </Box>
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}

function evidenceText(evidence: readonly CapabilityEvidence[]): string {
  const names = [
    ...new Set(evidence.map(({ kind, name }) => (kind === 'domain' && name === '*' ? '' : name))),
  ];
  const shown = names.filter(Boolean).slice(0, MAX_EVIDENCE).map(permissionName);
  return [...shown, ...(names.length > MAX_EVIDENCE ? ['…'] : [])].join(', ');
}
