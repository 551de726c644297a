import type { FactLimiter } from '../fact-limiter.ts';
import type { AndroidFacts } from '../facts.ts';
import { MAX_FACT_NAME_LENGTH, MAX_LISTED, MAX_REFERRED_CHARACTERS } from '../limits.ts';
import type { XmlElement } from './binary-xml.ts';
import type { ValueReader } from './manifest-values.ts';

/** Until Android 8.1 apps could send and receive without encryption unless they said otherwise. */
const FIRST_SDK_WITHOUT_CLEARTEXT = 28;
/** The base levels of a permission by the lowest bits (AOSP PermissionInfo.PROTECTION_…). */
const LEVELS = ['normal', 'dangerous', 'signature', 'signatureOrSystem', 'internal'];

interface SettingsContext {
  readonly values: ValueReader;
  readonly limiter: FactLimiter;
}

type ManifestSettings = Required<
  Pick<
    AndroidFacts,
    'queries' | 'declaredPermissions' | 'permissionGroups' | 'instrumentations' | 'overlayTarget' | 'backup'
  >
>;

/** Reads what a manifest says besides its components: what it asks to see, declares, instruments, and lets back up. */
export function settingsOf(
  root: XmlElement,
  application: XmlElement,
  { values, limiter }: SettingsContext,
): ManifestSettings {
  const elements = (name: string) => root.children.filter((child) => child.name === name);
  const text = (element: XmlElement, name: Parameters<ValueReader['text']>[1]) =>
    (values.text(element, name) ?? '').slice(0, MAX_FACT_NAME_LENGTH);
  const permissions = limiter.list(
    'declaredPermissions',
    elements('permission'),
    MAX_LISTED.declaredPermissions,
  );
  const overlay = elements('overlay')[0];
  const rules = (['fullBackupContent', 'dataExtractionRules'] as const).map((name) =>
    text(application, name),
  );
  return {
    queries: limiter.fit('queries', elements('queries').flatMap(queriesIn), {
      max: MAX_LISTED.queries,
      characters: MAX_REFERRED_CHARACTERS,
    }),
    declaredPermissions: permissions.map((element) => ({
      name: text(element, 'name'),
      level: LEVELS[(values.integer(element, 'protectionLevel') ?? 0) & 0xf] ?? 'normal',
      ...(values.has(element, 'permissionGroup') && { group: text(element, 'permissionGroup') }),
    })),
    permissionGroups: elements('permission-group')
      .slice(0, MAX_LISTED.declaredPermissions)
      .map((element) => text(element, 'name')),
    instrumentations: elements('instrumentation')
      .slice(0, MAX_LISTED.instrumentations)
      .map((element) => ({ name: text(element, 'name'), target: text(element, 'targetPackage') })),
    overlayTarget: overlay ? text(overlay, 'targetPackage') : null,
    backup: {
      allowed: values.isSetSomewhere(application, 'allowBackup', true),
      rules: rules.filter((file) => file.endsWith('.xml')),
    },
  };

  function queriesIn(element: XmlElement): ManifestSettings['queries'] {
    return element.children.flatMap((child): ManifestSettings['queries'] => {
      if (child.name === 'package') return [{ kind: 'package', name: text(child, 'name') }];
      if (child.name === 'provider') return [{ kind: 'provider', name: text(child, 'authorities') }];
      if (child.name !== 'intent') return [];
      const part = (kind: string, name: Parameters<ValueReader['text']>[1]) =>
        child.children.filter((one) => one.name === kind).map((one) => text(one, name));
      const words = [...part('action', 'name'), ...part('data', 'scheme'), ...part('data', 'mimeType')];
      return [{ kind: 'intent', name: words.filter(Boolean).join(' ').slice(0, MAX_FACT_NAME_LENGTH) }];
    });
  }
}

/** Returns what the application says about traffic without encryption, and the file with its rules for networks. */
export function trafficOf(
  application: XmlElement,
  { values, targetSdk }: { readonly values: ValueReader; readonly targetSdk: number },
): { cleartext: boolean; file: string | null } {
  return {
    cleartext: values.isSetSomewhere(
      application,
      'usesCleartextTraffic',
      targetSdk < FIRST_SDK_WITHOUT_CLEARTEXT,
    ),
    file: values.text(application, 'networkSecurityConfig'),
  };
}
