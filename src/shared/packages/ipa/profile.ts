import { joinBytes } from '../bytes.ts';
import type { FactLimiter } from '../fact-limiter.ts';
import type { ProvisioningProfile } from '../facts.ts';
import { MAX_LISTED } from '../limits.ts';
import { DerError, derChildren, readDer, sequenceOf, TAG } from '../signature/der.ts';
import { readPlist } from './plist.ts';
import { type PlistDict, plistArray, plistDict, plistText } from './plist-value.ts';

const MAX_DATE_LENGTH = 40;

export interface ProfileContent {
  profile: ProvisioningProfile;
  /** The entitlements that the profile allows. */
  entitlements: PlistDict;
}

/**
 * Reads an `embedded.mobileprovision`: a property list inside a CMS message. Does not verify the message's
 * signature: devices do, and stores that re-sign apps replace the profile.
 * @throws PackageError when the property list cannot be read; DerError when the message cannot
 * @see RFC 5652, section 5 (signed data)
 */
export function readProfile(bytes: Uint8Array, limiter: FactLimiter): ProfileContent {
  const dict = readPlist(messageContent(bytes), 'embedded.mobileprovision');
  const entitlements = plistDict(dict, 'Entitlements');
  const [teamId] = plistArray(dict, 'TeamIdentifier');
  const short = (text: string) => limiter.text('profile', text);
  const teamName = plistText(dict, 'TeamName');
  const keys = limiter.list('profileEntitlements', [...entitlements.keys()], MAX_LISTED.entitlements);
  return {
    profile: {
      name: short(plistText(dict, 'Name') ?? ''),
      teamId: typeof teamId === 'string' ? short(teamId) : null,
      teamName: teamName === null ? null : short(teamName),
      createdAt: dateOf(dict, 'CreationDate'),
      expiresAt: dateOf(dict, 'ExpirationDate'),
      deviceCount: plistArray(dict, 'ProvisionedDevices').length,
      allDevices: dict.get('ProvisionsAllDevices') === true,
      entitlements: keys.map(short),
    },
    entitlements,
  };
}

/** Returns a date as ISO 8601; null when the value is not a date. */
function dateOf(dict: PlistDict, key: string): string | null {
  const text = plistText(dict, key);
  return text !== null && text.length <= MAX_DATE_LENGTH ? text : null;
}

function messageContent(bytes: Uint8Array): Uint8Array {
  const [, wrapped] = sequenceOf(readDer(bytes));
  const [, , encapsulated] = sequenceOf(wrapped && derChildren(wrapped.content)[0]);
  const [, content] = sequenceOf(encapsulated);
  const octets = content && derChildren(content.content)[0];
  if (octets?.tag !== TAG.octetString) throw new DerError({ problem: 'emptyMessage' });
  return octets.constructed
    ? joinBytes(derChildren(octets.content).map((part) => part.content))
    : octets.content;
}
