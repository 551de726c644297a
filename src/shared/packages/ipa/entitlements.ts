import type { z } from 'zod';
import type { FactLimiter } from '../fact-limiter.ts';
import { MAX_ENTITLEMENT_LENGTH, MAX_LISTED } from '../limits.ts';
import { toHex } from '../text.ts';
import type { PlistDict, PlistValue } from './plist-value.ts';

type Json = z.infer<ReturnType<typeof z.json>>;

/** Converts entitlements to JSON by key, with bytes as hexadecimal. Leaves out values that are too large. */
export function entitlementFacts(entitlements: PlistDict, limiter: FactLimiter): Record<string, Json> {
  const listed = limiter.list('entitlements', [...entitlements], MAX_LISTED.entitlements);
  return Object.fromEntries(
    listed.map(([key, value]) => {
      const name = limiter.text('entitlement', key);
      if (lengthOf(value, MAX_ENTITLEMENT_LENGTH) <= MAX_ENTITLEMENT_LENGTH) return [name, jsonOf(value)];
      limiter.leaveOut('entitlementValue', MAX_ENTITLEMENT_LENGTH);
      return [name, '(omitted)'];
    }),
  );
}

function jsonOf(value: PlistValue): Json {
  if (value instanceof Uint8Array) return toHex(value);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, jsonOf(inner)]));
  return Array.isArray(value) ? value.map(jsonOf) : value;
}

/** Estimates the value's length as JSON; stops counting past `max`. */
function lengthOf(value: PlistValue, max: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (value instanceof Uint8Array) return value.length * 2 + 2;
  if (!(value instanceof Map) && !Array.isArray(value)) return 8;
  const inner = value instanceof Map ? [...value].flat() : value;
  let length = 2;
  for (const part of inner) {
    length += 1 + lengthOf(part, max - length);
    if (length > max) break;
  }
  return length;
}
