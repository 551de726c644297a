import type { z } from 'zod';
import type { IosFacts } from '../facts.ts';
import { type Finding, PackageError } from '../finding.ts';
import { iconHash, type PackageIcon } from '../image.ts';
import { ipaPartSizes } from '../part-sizes.ts';
import { toHex } from '../text.ts';
import { readEntry } from '../zip-entry.ts';
import { attempt } from './attempt.ts';
import type { Bundle } from './bundle.ts';
import { findBundleIcon } from './bundle-icon.ts';
import { type ExecutableFacts, readExecutable } from './executable.ts';
import { readLabels } from './labels.ts';
import { type PlistDict, type PlistValue, plistArray, plistDict, plistText } from './plist.ts';
import { type ProfileContent, readProfile } from './profile.ts';

const MAX_PROFILE_SIZE = 4 * 1024 * 1024;
const MAX_EXTENSIONS = 100;

const FAMILIES = { 1: 'iphone', 2: 'ipad', 3: 'tv', 4: 'watch', 6: 'mac', 7: 'vision' } as const;

/** What an iOS app says about itself, and what was wrong with the parts that it can do without. */
export interface IpaContent {
  facts: IosFacts;
  icon: PackageIcon | null;
  findings: Finding[];
}

/**
 * Reads an iOS app. A damaged profile, executable or extension is a finding; the rest is read all the same.
 * @param size size of the package in bytes
 * @throws PackageError when Info.plist cannot be read or names no bundle identifier
 */
export async function readIpa(bundle: Bundle, size: number): Promise<IpaContent> {
  const info = (await bundle.plist('Info.plist')) ?? new Map<string, PlistValue>();
  const findings: Finding[] = [];
  const profile = await attempt('embedded.mobileprovision', () => profileOf(bundle), findings);
  const executable = await attempt('The executable', () => executableOf(bundle, info), findings);
  const icon = await findBundleIcon(bundle, info);
  const entitlements = executable?.entitlements ?? profile?.entitlements;
  return {
    facts: {
      platform: 'ios',
      ...identity(info),
      labels: await readLabels(bundle, findings),
      minimumOs: plistText(info, 'MinimumOSVersion') ?? '',
      deviceFamilies: deviceFamilies(info),
      usageTexts: usageTexts(info),
      profile: profile?.profile ?? null,
      entitlements: entitlements ? jsonObject(entitlements) : {},
      entitlementsFrom: executable?.entitlements ? 'codeSignature' : profile ? 'profile' : null,
      extensions: await extensionsOf(bundle, findings),
      architectures: executable?.architectures ?? [],
      encrypted: executable?.encrypted ?? false,
      debuggable: entitlements?.get('get-task-allow') === true,
      size,
      partSizes: ipaPartSizes(bundle.files, plistText(info, 'CFBundleExecutable') ?? null),
      iconSha256: icon && iconHash(icon),
    },
    icon,
    findings,
  };
}

function identity(info: PlistDict) {
  const applicationId = plistText(info, 'CFBundleIdentifier');
  if (!applicationId) {
    throw new PackageError({
      rule: 'plist',
      title: 'The app has no bundle identifier',
      evidence: 'Info.plist has no CFBundleIdentifier.',
      fix: 'Set the bundle identifier in Xcode and export the app again.',
    });
  }
  const names = ['CFBundleDisplayName', 'CFBundleName', 'CFBundleExecutable'];
  return {
    applicationId,
    buildVersion: plistText(info, 'CFBundleVersion') ?? '',
    versionName: plistText(info, 'CFBundleShortVersionString') ?? '',
    label: names.map((name) => plistText(info, name)).find((name) => name) ?? applicationId,
  };
}

function deviceFamilies(info: PlistDict): IosFacts['deviceFamilies'] {
  const numbers = plistArray(info, 'UIDeviceFamily').map(Number);
  const known = numbers.map((number) => FAMILIES[number as keyof typeof FAMILIES]).filter(Boolean);
  return known.length > 0 ? [...new Set(known)] : ['iphone'];
}

function usageTexts(info: PlistDict): Record<string, string> {
  const texts = [...info].filter(
    ([key, text]) => /^NS\w+UsageDescription$/.test(key) && typeof text === 'string',
  );
  return Object.fromEntries(texts) as Record<string, string>;
}

async function profileOf(bundle: Bundle): Promise<ProfileContent | null> {
  const entry = bundle.files.get('embedded.mobileprovision');
  return entry ? readProfile(await readEntry(bundle.locate(entry), MAX_PROFILE_SIZE)) : null;
}

async function executableOf(bundle: Bundle, info: PlistDict): Promise<ExecutableFacts | null> {
  const entry = bundle.files.get(plistText(info, 'CFBundleExecutable') ?? '');
  return entry ? await readExecutable(bundle.locate(entry)) : null;
}

async function extensionsOf(bundle: Bundle, findings: Finding[]): Promise<IosFacts['extensions']> {
  const paths = [...bundle.files.keys()].filter((path) =>
    /^(PlugIns|Extensions)\/[^/]+\.appex\/Info\.plist$/.test(path),
  );
  const extensions: IosFacts['extensions'] = [];
  for (const path of paths.slice(0, MAX_EXTENSIONS)) {
    const info = await attempt(path, () => bundle.plist(path), findings);
    if (!info) continue;
    const point =
      plistText(plistDict(info, 'NSExtension'), 'NSExtensionPointIdentifier') ??
      plistText(plistDict(info, 'EXAppExtensionAttributes'), 'EXExtensionPointIdentifier');
    extensions.push({
      applicationId: plistText(info, 'CFBundleIdentifier') ?? '',
      point: point ?? '',
      versionName: plistText(info, 'CFBundleShortVersionString') ?? '',
      buildVersion: plistText(info, 'CFBundleVersion') ?? '',
    });
  }
  return extensions;
}

type Json = z.infer<ReturnType<typeof z.json>>;

function jsonObject(dict: PlistDict): Record<string, Json> {
  return Object.fromEntries([...dict].map(([key, value]) => [key, jsonOf(value)]));
}

/** Property list values as JSON; bytes become hexadecimal. */
function jsonOf(value: PlistValue): Json {
  if (value instanceof Uint8Array) return toHex(value);
  if (value instanceof Map) return jsonObject(value);
  return Array.isArray(value) ? value.map(jsonOf) : value;
}
