import { parse } from 'bowser';
import type { Session } from '#shared/account/session-calls.ts';

const KINDS: Readonly<Record<string, Session['kind']>> = {
  desktop: 'desktop',
  mobile: 'mobile',
  tablet: 'tablet',
};

/** Returns a recognisable name for a device from its `User-Agent` header. */
export function describeDevice(userAgent: string | null): Pick<Session, 'device' | 'kind'> {
  if (!userAgent) return { device: 'Unknown device', kind: 'other' };
  const { browser, os, platform } = parse(userAgent);
  const names = [browser.name, os.name].filter(Boolean);
  return {
    device: names.length > 0 ? names.join(' on ') : 'Unknown device',
    kind: KINDS[platform.type ?? ''] ?? 'other',
  };
}
