import type { FactLimiter } from '../fact-limiter.ts';
import type { ComponentFacts, DeepLink } from '../facts.ts';
import {
  MAX_COMPONENT_CHARACTERS,
  MAX_FACT_NAME_LENGTH,
  MAX_LISTED,
  MAX_REFERRED_CHARACTERS,
} from '../limits.ts';
import type { XmlElement } from './binary-xml.ts';
import { COMPONENTS, fullName, isLauncher } from './components.ts';
import type { AttributeReader } from './manifest-attributes.ts';
import type { ValueReader } from './manifest-values.ts';

/** The kinds of foreground services by their bits (AOSP ServiceInfo.FOREGROUND_SERVICE_TYPE_…). */
const FOREGROUND_TYPES: readonly (readonly [bit: number, name: string])[] = [
  [0x1, 'dataSync'],
  [0x2, 'mediaPlayback'],
  [0x4, 'phoneCall'],
  [0x8, 'location'],
  [0x10, 'connectedDevice'],
  [0x20, 'mediaProjection'],
  [0x40, 'camera'],
  [0x80, 'microphone'],
  [0x100, 'health'],
  [0x200, 'remoteMessaging'],
  [0x400, 'systemExempted'],
  [0x800, 'shortService'],
  [0x1000, 'fileManagement'],
  [0x2000, 'mediaProcessing'],
  [0x4000_0000, 'specialUse'],
];
/** Until Android 4.1 providers were open to other apps unless they said otherwise. */
const FIRST_SDK_WITH_CLOSED_PROVIDERS = 17;
/** Combinations of schemes, hosts and paths that one intent filter lists. */
const MAX_LINKS_OF_FILTER = 50;

/** A component, and the XML files that its meta-data names. */
export interface ReadComponent {
  readonly facts: ComponentFacts;
  readonly files: readonly string[];
}

interface ComponentContext {
  readonly read: AttributeReader;
  readonly values: ValueReader;
  readonly limiter: FactLimiter;
  readonly applicationId: string;
  readonly targetSdk: number;
}

/**
 * Lists the components of an app in the order of the manifest: those open to other apps first, because their number and
 * size are limited.
 */
export function componentsOf(application: XmlElement, context: ComponentContext): ReadComponent[] {
  const { values, limiter } = context;
  const byDefault = values.text(application, 'permission');
  const elements = application.children.filter(({ name }) => COMPONENTS.has(name));
  const found = elements.map((element) => componentOf(element, byDefault, context));
  const ordered = [
    ...found.filter(({ facts }) => facts.exported),
    ...found.filter(({ facts }) => !facts.exported),
  ];
  const kept = limiter.fit(
    'components',
    ordered.map(({ facts }) => facts),
    { max: MAX_LISTED.components, characters: MAX_COMPONENT_CHARACTERS },
  );
  return ordered.slice(0, kept.length);
}

function componentOf(
  element: XmlElement,
  byDefault: string | null,
  { read, values, limiter, applicationId, targetSdk }: ComponentContext,
): ReadComponent {
  const name = (text: string) => limiter.text('component', fullName(text, applicationId));
  const kind = element.name as ComponentFacts['kind'];
  const text = (attribute: Parameters<ValueReader['text']>[1]) =>
    shorten(values.text(element, attribute) ?? undefined);
  const filters = element.children.filter((child) => child.name === 'intent-filter');
  const actions = filters.flatMap((filter) => namesIn(filter, 'action', values));
  const metaData = element.children.filter((child) => child.name === 'meta-data');
  const files = metaData.flatMap((data) => values.text(data, 'resource') ?? []);
  const target = values.text(element, 'targetActivity');
  const affinity = values.text(element, 'taskAffinity');
  const foreground = foregroundTypes(values.integer(element, 'foregroundServiceType') ?? 0);
  const listed = [...new Set(actions)].slice(0, MAX_LISTED.ofComponent);
  const facts: ComponentFacts = {
    kind,
    name: name(read.text(element, 'name') ?? ''),
    ...(isExported(element, { values, targetSdk }) && { exported: true }),
    ...(!values.isSetSomewhere(element, 'enabled', true) && { disabled: true }),
    ...(isLauncher(element, read) && { launcher: true }),
    ...withoutEmpty({
      ...protectionOf(element, byDefault, values),
      process: text('process'),
      authorities: text('authorities'),
    }),
    ...(target !== null && { target: name(target) }),
    // Without one, or with the app's own, an activity is in the app's own task.
    ...(affinity !== null && affinity !== applicationId && { taskAffinity: shorten(affinity) }),
    ...(listed.length > 0 && { actions: listed.map((action) => shorten(action)) }),
    ...(foreground.length > 0 && { foregroundTypes: foreground }),
  };
  return { facts, files };
}

/** Returns the beginning of a long text, which nothing but a comparison with the live version goes by. */
function shorten<Text extends string | undefined>(text: Text): Text {
  const isLong = text !== undefined && text.length > MAX_FACT_NAME_LENGTH;
  return (isLong ? `${text.slice(0, MAX_FACT_NAME_LENGTH - 1)}…` : text) as Text;
}

function withoutEmpty(
  values: Readonly<Record<string, string | undefined>>,
): Partial<Record<'permission' | 'writePermission' | 'process' | 'authorities', string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/**
 * Returns who may use a component: the application's permission counts where it has none, other than for an alias. A
 * provider may have another one for writing; an empty text means that there is none.
 * @see AOSP ParsedActivityUtils.parseActivityOrAlias and ParsedProviderUtils.parseProvider
 */
function protectionOf(element: XmlElement, byDefault: string | null, values: ValueReader) {
  const own = values.text(element, 'permission');
  if (element.name !== 'provider') {
    const permission = own ?? (element.name === 'activity-alias' ? null : byDefault);
    return { permission: shorten(permission || undefined) };
  }
  const read = values.text(element, 'readPermission') ?? own ?? byDefault;
  const write = values.text(element, 'writePermission') ?? own ?? byDefault;
  return {
    permission: shorten(read || undefined),
    writePermission: write === read ? undefined : shorten(write ?? ''),
  };
}

/**
 * Returns true for a component that other apps can use. Without the attribute, those with intent filters are open, also
 * with one that Android takes for empty.
 * @see AOSP ParsedServiceUtils.parseService, ParsedProviderUtils.parseProvider
 */
function isExported(
  element: XmlElement,
  { values, targetSdk }: Pick<ComponentContext, 'values' | 'targetSdk'>,
): boolean {
  const byDefault =
    element.name === 'provider'
      ? targetSdk < FIRST_SDK_WITH_CLOSED_PROVIDERS
      : element.children.some(({ name }) => name === 'intent-filter');
  return values.isSetSomewhere(element, 'exported', byDefault);
}

function foregroundTypes(bits: number): string[] {
  return FOREGROUND_TYPES.filter(([bit]) => (bits & bit) !== 0).map(([, name]) => name);
}

function namesIn(filter: XmlElement, kind: string, values: ValueReader): string[] {
  return filter.children
    .filter(({ name }) => name === kind)
    .flatMap((child) => values.text(child, 'name') ?? []);
}

/** Lists the addresses that open the app from a browser, each with the activity that it opens. */
export function deepLinksOf(
  application: XmlElement,
  { read, values, limiter, applicationId }: ComponentContext,
): DeepLink[] {
  const links = new Map<string, DeepLink>();
  for (const element of application.children) {
    if (element.name !== 'activity' && element.name !== 'activity-alias') continue;
    const component = limiter.text('component', fullName(read.text(element, 'name') ?? '', applicationId));
    for (const filter of element.children.filter(({ name }) => name === 'intent-filter')) {
      if (!namesIn(filter, 'category', values).includes('android.intent.category.BROWSABLE')) continue;
      const verified = values.isSetSomewhere(filter, 'autoVerify', false);
      for (const address of addressesOf(filter, values)) {
        const link = shorten(address);
        const key = `${component} ${link}`;
        if (links.size > MAX_LISTED.deepLinks) break;
        links.set(key, {
          component,
          link,
          ...((verified || links.get(key)?.verified) && { verified: true }),
        });
      }
    }
  }
  return limiter.fit('deepLinks', [...links.values()], {
    max: MAX_LISTED.deepLinks,
    characters: MAX_REFERRED_CHARACTERS,
  });
}

const PATHS = [
  ['path', ''],
  ['pathPrefix', '*'],
  ['pathPattern', ''],
  ['pathAdvancedPattern', ''],
] as const;

/** Android combines all schemes, hosts and paths of a filter, whichever elements they are in. */
function addressesOf(filter: XmlElement, values: ValueReader): string[] {
  const data = filter.children.filter(({ name }) => name === 'data').slice(0, MAX_LINKS_OF_FILTER);
  const all = (name: 'scheme' | 'host') => [...new Set(data.flatMap((one) => values.text(one, name) ?? []))];
  const paths = data.flatMap((one) => [
    ...PATHS.flatMap(([name, end]) => {
      const path = values.text(one, name);
      return path === null ? [] : [`${path}${end}`];
    }),
    ...(values.has(one, 'pathSuffix') ? [`*${values.text(one, 'pathSuffix') ?? ''}`] : []),
  ]);
  const [schemes, hosts] = [all('scheme'), all('host')];
  const found: string[] = [];
  for (const scheme of schemes) {
    for (const host of hosts.length > 0 ? hosts : ['']) {
      for (const path of hosts.length > 0 && paths.length > 0 ? [...new Set(paths)] : ['']) {
        if (found.length >= MAX_LINKS_OF_FILTER) return found;
        found.push(`${scheme}://${host}${path}`);
      }
    }
  }
  return found;
}
