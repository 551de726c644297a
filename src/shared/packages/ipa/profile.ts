import { joinBytes } from '../bytes.ts';
import type { ProvisioningProfile } from '../facts.ts';
import { DerError, derChildren, readDer, sequenceOf, TAG } from '../signature/der.ts';
import { type PlistDict, plistArray, plistDict, plistText, readPlist } from './plist.ts';

export interface ProfileContent {
  profile: ProvisioningProfile;
  /** What the profile allows an app to ask for. */
  entitlements: PlistDict;
}

/**
 * Reads an `embedded.mobileprovision`: a property list inside a CMS message. The message's signature is not judged:
 * devices do, and stores that sign again replace the profile.
 * @throws PackageError when the property list cannot be read; DerError when the message cannot
 * @see RFC 5652, section 5 (signed data)
 */
export function readProfile(bytes: Uint8Array): ProfileContent {
  const dict = readPlist(messageContent(bytes), 'embedded.mobileprovision');
  const entitlements = plistDict(dict, 'Entitlements');
  const [teamId] = plistArray(dict, 'TeamIdentifier');
  return {
    profile: {
      name: plistText(dict, 'Name') ?? '',
      teamId: typeof teamId === 'string' ? teamId : null,
      teamName: plistText(dict, 'TeamName'),
      createdAt: plistText(dict, 'CreationDate'),
      expiresAt: plistText(dict, 'ExpirationDate'),
      deviceCount: plistArray(dict, 'ProvisionedDevices').length,
      allDevices: dict.get('ProvisionsAllDevices') === true,
      entitlements: [...entitlements.keys()],
    },
    entitlements,
  };
}

function messageContent(bytes: Uint8Array): Uint8Array {
  const [, wrapped] = sequenceOf(readDer(bytes));
  const [, , encapsulated] = sequenceOf(wrapped && derChildren(wrapped.content)[0]);
  const [, content] = sequenceOf(encapsulated);
  const octets = content && derChildren(content.content)[0];
  if (octets?.tag !== TAG.octetString) throw new DerError('The message has no content');
  return octets.constructed
    ? joinBytes(derChildren(octets.content).map((part) => part.content))
    : octets.content;
}
