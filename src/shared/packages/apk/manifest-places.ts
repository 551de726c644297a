import type { XmlElement } from './binary-xml.ts';
import { COMPONENTS } from './components.ts';
import type { ManifestDoubts } from './manifest-doubts.ts';

/** Elements that count only directly below `manifest`, and other parents under which they mean something else. */
const TOP_LEVEL: Readonly<Record<string, readonly string[]>> = {
  manifest: [],
  'uses-sdk': [],
  application: [],
  'uses-permission': [],
  'uses-permission-sdk-23': [],
  'uses-permission-sdk-m': [],
  'uses-feature': ['feature-group'],
  instrumentation: [],
};
/** Elements below `application` that decide about an app. */
const INNER = new Set([...COMPONENTS, 'intent-filter', 'action', 'category', 'meta-data']);

/**
 * Records a doubt about elements that one reader of Android takes into account and another one skips: a second
 * application, elements in the wrong place, and elements with a namespace, which Android’s parser doesn’t compare.
 * @see AOSP ParsingPackageUtils.parseBaseApk, which takes the first application, and ApkLiteParseUtils, the last
 */
export function checkPlaces(root: XmlElement, doubts: ManifestDoubts): void {
  const applications = root.children.filter(({ name }) => name === 'application').length;
  if (applications > 1) doubts.add({ found: 'elements', name: 'application', times: applications });
  const waiting: { element: XmlElement; parent: XmlElement | null }[] = [{ element: root, parent: null }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    checkElement(next.element, { parent: next.parent, root }, doubts);
    for (const child of next.element.children) waiting.push({ element: child, parent: next.element });
  }
}

function checkElement(
  { name, namespace }: XmlElement,
  { parent, root }: { parent: XmlElement | null; root: XmlElement },
  doubts: ManifestDoubts,
): void {
  const parents = Object.hasOwn(TOP_LEVEL, name) ? TOP_LEVEL[name] : undefined;
  if (namespace !== null && (parents || INNER.has(name))) {
    doubts.add({ found: 'namespace', place: `<${name}>`, value: namespace.slice(0, 100) });
  }
  if (!parents || parent === null || parents.includes(parent.name)) return;
  if (parent === root && name !== 'manifest') return;
  doubts.add({ found: 'elsewhere', name, parent: parent.name.slice(0, 100) });
}
