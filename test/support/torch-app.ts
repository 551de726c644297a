import { binaryXml, type TestElement } from './resource-files.ts';
import { at, element, flag, integer, launcher, type Parts } from './resource-packages.ts';

/* Two versions of a torch app: one that only lights, and an update that takes control over the device. */

const ENTRY = launcher('activity', { name: '.Torch', exported: flag(true) });
const CAMERA = element('uses-permission', { name: 'android.permission.CAMERA' });
const INTERNET = element('uses-permission', { name: 'android.permission.INTERNET' });

/** Returns a component which the system binds to: by its permission, action and, where it has one, file of settings. */
function bound(
  kind: 'service' | 'receiver',
  name: string,
  given: { permission: string; action: string; file?: [name: string, entry: number] },
) {
  const { permission, action, file } = given;
  return element(kind, { name, permission: `android.permission.${permission}`, exported: flag(true) }, [
    element('intent-filter', {}, [element('action', { name: action })]),
    ...(file ? [element('meta-data', { name: file[0], resource: at(file[1]) })] : []),
  ]);
}

const accessibility: TestElement = element('accessibility-service', { canRetrieveWindowContent: flag(true) });
const deviceAdmin: TestElement = {
  name: 'device-admin',
  children: [{ name: 'uses-policies', children: [{ name: 'force-lock' }, { name: 'wipe-data' }] }],
};
const networkRules: TestElement = {
  name: 'network-security-config',
  children: [
    {
      name: 'base-config',
      attributes: [{ name: 'cleartextTrafficPermitted', value: 'true' }],
      children: [
        {
          name: 'trust-anchors',
          children: [{ name: 'certificates', attributes: [{ name: 'src', value: 'user' }] }],
        },
      ],
    },
    {
      name: 'domain-config',
      attributes: [{ name: 'cleartextTrafficPermitted', value: 'true' }],
      children: [{ name: 'domain', text: 'torch.example' }],
    },
  ],
};

/** The app as it was published. */
export const TORCH: Parts = { others: [CAMERA, INTERNET], activities: [ENTRY] };

/** An update without more access: another activity, a service of its own, a provider and a receiver behind permissions. */
export const HARMLESS_TORCH: Parts = {
  manifest: { versionCode: integer(2) },
  others: [CAMERA, INTERNET],
  activities: [
    ENTRY,
    element('activity', { name: '.Settings' }),
    element('service', { name: '.Blink' }),
    element('provider', { name: '.Files', authorities: 'org.example.a.files', exported: flag(false) }),
    element('receiver', { name: '.Boot', exported: flag(true), permission: 'android.permission.DUMP' }),
  ],
};

/** An update that takes control over the device, and opens itself to other apps. */
export const GREEDY_TORCH: Parts = {
  manifest: { versionCode: integer(2) },
  others: [CAMERA, INTERNET],
  application: { networkSecurityConfig: at(2) },
  activities: [
    ENTRY,
    bound('service', '.Watcher', {
      permission: 'BIND_ACCESSIBILITY_SERVICE',
      action: 'android.accessibilityservice.AccessibilityService',
      file: ['android.accessibilityservice', 0],
    }),
    bound('service', '.Listener', {
      permission: 'BIND_NOTIFICATION_LISTENER_SERVICE',
      action: 'android.service.notification.NotificationListenerService',
    }),
    bound('service', '.Tunnel', { permission: 'BIND_VPN_SERVICE', action: 'android.net.VpnService' }),
    bound('service', '.Keyboard', { permission: 'BIND_INPUT_METHOD', action: 'android.view.InputMethod' }),
    bound('receiver', '.Admin', {
      permission: 'BIND_DEVICE_ADMIN',
      action: 'android.app.action.DEVICE_ADMIN_ENABLED',
      file: ['android.app.device_admin', 1],
    }),
    element('provider', { name: '.Data', authorities: 'org.example.a.data', exported: flag(true) }),
  ],
  strings: ['res/xml/watcher.xml', 'res/xml/admin.xml', 'res/xml/network.xml'],
  types: [{ id: 1, entries: [0, 1, 2] }],
  files: {
    'res/xml/watcher.xml': binaryXml(accessibility),
    'res/xml/admin.xml': binaryXml(deviceAdmin),
    'res/xml/network.xml': binaryXml(networkRules),
  },
};
