import type { XmlElement } from './binary-xml.ts';
import { fullName } from './components.ts';
import { type AttributeName, type AttributeReader, findAttribute } from './manifest-attributes.ts';
import type { TypedValue } from './typed-value.ts';

const PICTURES = ['icon', 'roundIcon', 'logo', 'banner'] as const satisfies AttributeName[];
type PictureAttribute = (typeof PICTURES)[number];

/** Categories by which launchers and the system find an app's entries, on phones and televisions. */
const LAUNCHER_CATEGORIES = new Set([
  'android.intent.category.LAUNCHER',
  'android.intent.category.LEANBACK_LAUNCHER',
  'android.intent.category.INFO',
]);

/** The name and the pictures by which people recognise an app. */
export interface ShownLauncher {
  label: TypedValue | null;
  pictures: Partial<Record<PictureAttribute, TypedValue>>;
}

/** An entry in a launcher with a label or a picture of its own. */
export interface Launcher extends ShownLauncher {
  /** The full name of the activity or its alias. */
  name: string;
}

/** Returns what an element itself gives as label and pictures. */
export function shownBy(element: XmlElement): ShownLauncher {
  const given = PICTURES.map((name) => [name, findAttribute(element, name)] as const);
  return {
    label: findAttribute(element, 'label'),
    pictures: Object.fromEntries(given.filter(([, value]) => value !== null)),
  };
}

interface LauncherContext {
  read: AttributeReader;
  applicationId: string;
}

/**
 * Returns the activities and aliases that launchers show, also those that are disabled: an app can enable them when it
 * runs. An alias shows what its activity does unless it says something else, and an intent filter may say it, too.
 * @see AOSP ParsedActivityUtils.parseActivityAlias and ResolveInfo.loadLabel
 */
export function launchersOf(application: XmlElement, { read, applicationId }: LauncherContext): Launcher[] {
  const nameOf = (element: XmlElement, attribute: 'name' | 'targetActivity') =>
    fullName(read.text(element, attribute) ?? '', applicationId);
  const entries = application.children.filter(({ name }) => name === 'activity' || name === 'activity-alias');
  const byName = new Map<string, XmlElement>();
  for (const entry of entries) if (entry.name === 'activity') byName.set(nameOf(entry, 'name'), entry);
  return entries.flatMap((entry) => {
    const filters = entry.children.filter((child) => isLauncherFilter(child, read));
    if (filters.length === 0) return [];
    const target = entry.name === 'activity-alias' ? byName.get(nameOf(entry, 'targetActivity')) : undefined;
    const inherited = target ? mergeLaunchers(shownBy(target), shownBy(entry)) : shownBy(entry);
    const name = nameOf(entry, 'name');
    const ofFilters = filters.map(shownBy).filter(isGiven);
    return [inherited, ...ofFilters].filter(isGiven).map((shown) => ({ name, ...shown }));
  });
}

function isLauncherFilter(filter: XmlElement, read: AttributeReader): boolean {
  return (
    filter.name === 'intent-filter' &&
    filter.children.some(
      (child) => child.name === 'category' && LAUNCHER_CATEGORIES.has(read.text(child, 'name') ?? ''),
    )
  );
}

function isGiven({ label, pictures }: ShownLauncher): boolean {
  return label !== null || Object.keys(pictures).length > 0;
}

function mergeLaunchers(base: ShownLauncher, own: ShownLauncher): ShownLauncher {
  return { label: own.label ?? base.label, pictures: { ...base.pictures, ...own.pictures } };
}
