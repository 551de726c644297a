import {
  type SpecialAccessKind,
  specialAccessByName,
  specialAccessByPermission,
} from '../capability-records.ts';
import type { FactLimiter } from '../fact-limiter.ts';
import { MAX_LISTED } from '../limits.ts';
import type { XmlElement } from './binary-xml.ts';
import type { AttributeReader } from './manifest-attributes.ts';

/** The elements of components below `application`. */
export const COMPONENTS: ReadonlySet<string> = new Set([
  'activity',
  'activity-alias',
  'service',
  'receiver',
  'provider',
]);

interface ListContext {
  readonly read: AttributeReader;
  readonly limiter: FactLimiter;
}

/** Returns true for the activity, or its alias, that the launcher shows. */
export function isLauncher(element: XmlElement, read: AttributeReader): boolean {
  if (element.name !== 'activity' && element.name !== 'activity-alias') return false;
  return filterNames(element, 'category', read).includes('android.intent.category.LAUNCHER');
}

/**
 * Lists the components through which the system gives an app control over the device: by the permission that protects
 * them (the application’s where they have none), and by what the system looks for.
 */
export function specialAccessOf(
  application: XmlElement,
  { read, limiter }: ListContext,
): { kind: SpecialAccessKind; name: string }[] {
  const byDefault = read.text(application, 'permission');
  const found = new Map<string, { kind: SpecialAccessKind; name: string }>();
  for (const element of application.children) {
    if (!COMPONENTS.has(element.name)) continue;
    const name = limiter.text('component', read.text(element, 'name') ?? '');
    for (const kind of kindsOf(element, { read, byDefault })) found.set(`${kind} ${name}`, { kind, name });
  }
  return limiter.list('specialAccess', [...found.values()], MAX_LISTED.specialAccess);
}

function kindsOf(
  element: XmlElement,
  { read, byDefault }: { read: AttributeReader; byDefault: string | null },
): SpecialAccessKind[] {
  const permission = read.text(element, 'permission') ?? byDefault;
  const metaData = element.children.filter(({ name }) => name === 'meta-data');
  const names = [
    ...filterNames(element, 'action', read),
    ...metaData.map((data) => read.text(data, 'name') ?? ''),
  ];
  const kinds = [permission && specialAccessByPermission(permission), ...names.map(specialAccessByName)];
  return [...new Set(kinds.filter((kind) => kind !== null && kind !== ''))];
}

/** Returns the actions or categories of all intent filters of a component. */
function filterNames(element: XmlElement, kind: 'action' | 'category', read: AttributeReader): string[] {
  return element.children
    .filter(({ name }) => name === 'intent-filter')
    .flatMap((filter) => filter.children.filter(({ name }) => name === kind))
    .map((child) => read.text(child, 'name') ?? '');
}

/** Completes the name of a class, which may begin with a dot or have no package. */
export function fullName(name: string, applicationId: string): string {
  if (name.startsWith('.')) return applicationId + name;
  return name === '' || name.includes('.') ? name : `${applicationId}.${name}`;
}
