import type { FactLimiter } from '../fact-limiter.ts';
import type { Permission } from '../implied-permissions.ts';
import { MAX_LISTED } from '../limits.ts';
import type { XmlElement } from './binary-xml.ts';
import type { AttributeReader } from './manifest-attributes.ts';
import type { ManifestDoubts } from './manifest-doubts.ts';

interface ListContext {
  readonly read: AttributeReader;
  readonly limiter: FactLimiter;
  readonly doubts: ManifestDoubts;
}

/** Returns the permissions requested on all devices, and those requested only on Android 6 (API level 23) and later. */
export function permissionsOf(root: XmlElement, context: ListContext) {
  // The name of a preview, which Android itself still reads.
  if (root.children.some(({ name }) => name === 'uses-permission-sdk-m')) {
    context.doubts.add({ found: 'androidOnly', name: 'uses-permission-sdk-m' });
  }
  const named = (pattern: RegExp) => root.children.filter(({ name }) => pattern.test(name));
  return {
    permissions: listRequests(named(/^uses-permission$/), context),
    permissionsSdk23: listRequests(named(/^uses-permission-sdk-(23|m)$/), context),
  };
}

/** Lists each permission once; when it is requested several times, the widest request counts. */
function listRequests(requests: readonly XmlElement[], { read, limiter, doubts }: ListContext): Permission[] {
  const widest = new Map<string, number | undefined>();
  for (const element of limiter.list('permissions', requests, MAX_LISTED.permissions)) {
    const text = read.ownText(element, 'name');
    if (!text) continue;
    const name = limiter.text('permission', text);
    const max = lastSdk(element, { read, doubts }) ?? undefined;
    const known = widest.has(name) ? (widest.get(name) ?? Infinity) : -Infinity;
    const wider = Math.max(known, max ?? Infinity);
    widest.set(name, wider === Infinity ? undefined : wider);
  }
  return [...widest].map(([name, max]) => (max === undefined ? { name } : { name, maxSdkVersion: max }));
}

/**
 * Returns the last platform version of a request; null for none, which 0 and text mean too. A negative one is below
 * every platform, but other readers take it for none.
 * @see AOSP ParsingPackageUtils.parseUsesPermission
 */
function lastSdk(element: XmlElement, { read, doubts }: Pick<ListContext, 'read' | 'doubts'>): number | null {
  const max = read.ownInteger(element, 'maxSdkVersion');
  if (max !== null && max < 0) {
    doubts.add({ found: 'negative', place: `<${element.name} android:maxSdkVersion>`, value: max });
  }
  return max === 0 ? null : max;
}
