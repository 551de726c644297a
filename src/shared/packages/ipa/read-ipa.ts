import { FactLimiter } from '../fact-limiter.ts';
import type { IosFacts } from '../facts.ts';
import { type Finding, FindingLog } from '../finding.ts';
import { iconHash, type PackageIcon } from '../image.ts';
import { MAX_LISTED, MAX_TEXT_LENGTH } from '../limits.ts';
import { bundleLibraries } from '../native-libraries.ts';
import { ipaPartSizes } from '../part-sizes.ts';
import { fileError } from '../rules/file-rules.ts';
import { readEntry } from '../zip-entry.ts';
import { attempt } from './attempt.ts';
import type { AppBundle } from './bundle.ts';
import { findBundleIcon } from './bundle-icon.ts';
import { entitlementFacts } from './entitlements.ts';
import { type ExecutableFacts, readExecutable } from './executable.ts';
import { ambiguousKeys, splitDeviceKey } from './info-plist.ts';
import { readLabels } from './labels.ts';
import { type PlistDict, type PlistValue, plistArray, plistDict, plistText } from './plist-value.ts';
import { type ProfileContent, readProfile } from './profile.ts';

const PROFILE = 'embedded.mobileprovision';
const MAX_PROFILE_SIZE = 1024 * 1024;

/** The property lists of extensions, watch apps and App Clips, and of extensions in those. */
const INNER_BUNDLE = /^(?:(PlugIns|Extensions|Watch|AppClips)\/[^/]+\.(?:appex|app)\/){1,3}Info\.plist$/;
const INNER_KINDS: Readonly<Record<string, 'watchApp' | 'appClip'>> = {
  Watch: 'watchApp',
  AppClips: 'appClip',
};

const FAMILIES = { 1: 'iphone', 2: 'ipad', 3: 'tv', 4: 'watch', 6: 'mac', 7: 'vision' } as const;

/** The facts of an iOS app, and findings about damaged parts that are not essential. */
export interface IpaContent {
  facts: IosFacts;
  icon: PackageIcon | null;
  findings: Finding[];
}

/**
 * Reads an iOS app. A damaged profile, executable or extension is a finding; the rest is still read.
 * @param size size of the package in bytes
 * @throws PackageError when Info.plist cannot be read or has no bundle identifier
 */
export async function readIpa(bundle: AppBundle, size: number): Promise<IpaContent> {
  const info = (await bundle.plist('Info.plist')) ?? new Map<string, PlistValue>();
  const notes = { findings: new FindingLog(), limiter: new FactLimiter() };
  const { findings, limiter } = notes;
  findings.add(...ambiguousKeys(info, 'Info.plist'));
  const profile = await attempt({ file: PROFILE }, () => profileOf(bundle, PROFILE, limiter), findings);
  const executable = await attempt({ executableIn: '' }, () => executableOf(bundle, '', info), findings);
  const icon = await findBundleIcon(bundle, info);
  const libraries = bundleLibraries(bundle.files, limiter);
  const entitlements = executable?.entitlements ?? profile?.entitlements;
  return {
    facts: {
      platform: 'ios',
      ...readIdentity(info, limiter),
      labels: await readLabels(bundle, notes),
      minimumOs: limiter.text('infoValue', plistText(info, 'MinimumOSVersion') ?? ''),
      deviceFamilies: deviceFamilies(info),
      usageTexts: usageTexts(info, limiter),
      profile: profile?.profile ?? null,
      entitlements: entitlements ? entitlementFacts(entitlements, limiter) : {},
      entitlementsFrom: executable?.entitlements ? 'codeSignature' : profile ? 'profile' : null,
      ...(await extensionFacts(bundle, notes)),
      architectures: executable?.architectures ?? [],
      ...(libraries.length > 0 && { nativeLibraries: libraries }),
      encrypted: executable?.encrypted ?? false,
      debuggable: entitlements?.get('get-task-allow') === true,
      size,
      partSizes: ipaPartSizes(bundle.files, plistText(info, 'CFBundleExecutable') ?? null),
      iconSha256: icon && iconHash(icon),
    },
    icon,
    findings: [...findings.findings, ...limiter.findings()],
  };
}

function readIdentity(info: PlistDict, limiter: FactLimiter) {
  const applicationId = plistText(info, 'CFBundleIdentifier');
  if (!applicationId) {
    throw fileError('plist', { found: 'noIdentifier' });
  }
  const names = ['CFBundleDisplayName', 'CFBundleName', 'CFBundleExecutable'];
  const label = names.map((name) => plistText(info, name)).find((name) => name) ?? applicationId;
  const short = (key: string) => limiter.text('infoValue', plistText(info, key) ?? '');
  return {
    applicationId: short('CFBundleIdentifier'),
    buildVersion: short('CFBundleVersion'),
    versionName: short('CFBundleShortVersionString'),
    label: limiter.text('name', label),
  };
}

function deviceFamilies(info: PlistDict): IosFacts['deviceFamilies'] {
  const numbers = plistArray(info, 'UIDeviceFamily').map(Number);
  const known = numbers.map((number) => FAMILIES[number as keyof typeof FAMILIES]).filter(Boolean);
  return known.length > 0 ? [...new Set(known)] : ['iphone'];
}

/**
 * Returns the usage texts by key. AltStore wants every key in its source that has `UsageDescription` after its first
 * character, with or without `NS` before and anything behind. On the devices that a key is for, iOS drops its end.
 * @see AltStore, VerifyAppOperation.swift (verifyPermissions)
 */
function usageTexts(info: PlistDict, limiter: FactLimiter): Record<string, string> {
  const found = [...info].filter(([key]) => /.UsageDescription/s.test(key));
  const plain = found.flatMap(([key, value]) => {
    const [base, suffix] = splitDeviceKey(key);
    return suffix === '' || info.has(base) ? [] : [[base, value] as const];
  });
  const all = [...new Map([...found, ...plain])];
  const texts = limiter.list('usageTexts', all, MAX_LISTED.usageTexts).map(([key, value]) => {
    const name = limiter.text('usageKey', key);
    return [name, limiter.text('usageText', usageText(value), MAX_TEXT_LENGTH)] as const;
  });
  return Object.fromEntries(texts);
}

/** Returns a usage text; those of several purposes (`…UsageDescriptionDictionary`) one below the other. */
function usageText(value: PlistValue): string {
  if (typeof value === 'string') return value;
  if (!(value instanceof Map)) return '';
  return [...value.values()].filter((text) => typeof text === 'string').join('\n');
}

async function profileOf(
  bundle: AppBundle,
  path: string,
  limiter: FactLimiter,
): Promise<ProfileContent | null> {
  const entry = bundle.files.get(path);
  return entry ? readProfile(await readEntry(bundle.locate(entry), MAX_PROFILE_SIZE), limiter) : null;
}

async function executableOf(
  bundle: AppBundle,
  folder: string,
  info: PlistDict,
): Promise<ExecutableFacts | null> {
  const entry = bundle.files.get(`${folder}${plistText(info, 'CFBundleExecutable') ?? ''}`);
  return entry ? await readExecutable(bundle.locate(entry)) : null;
}

interface ReadingLog {
  findings: FindingLog;
  limiter: FactLimiter;
}

type ExtensionFacts = Pick<IosFacts, 'extensions' | 'extensionEntitlements' | 'extensionUsageTexts'>;

async function extensionFacts(bundle: AppBundle, notes: ReadingLog): Promise<ExtensionFacts> {
  const { findings, limiter } = notes;
  const paths = [...bundle.files.keys()].filter((path) => INNER_BUNDLE.test(path));
  const extensions: IosFacts['extensions'] = [];
  const entitlements = new Set<string>();
  const texts: PlistDict = new Map();
  const short = (text: string | null) => limiter.text('extension', text ?? '');
  for (const path of limiter.list('extensions', paths, MAX_LISTED.extensions)) {
    const info = await attempt({ file: path }, () => bundle.plist(path), findings);
    if (!info) continue;
    findings.add(...ambiguousKeys(info, path));
    const kind = INNER_KINDS[INNER_BUNDLE.exec(path)?.[1] ?? ''];
    const point =
      plistText(plistDict(info, 'NSExtension'), 'NSExtensionPointIdentifier') ??
      plistText(plistDict(info, 'EXAppExtensionAttributes'), 'EXExtensionPointIdentifier');
    extensions.push({
      applicationId: short(plistText(info, 'CFBundleIdentifier')),
      point: short(point),
      versionName: short(plistText(info, 'CFBundleShortVersionString')),
      buildVersion: short(plistText(info, 'CFBundleVersion')),
      ...(kind && { kind }),
    });
    const extension = { folder: path.slice(0, -'Info.plist'.length), info };
    for (const key of await extensionEntitlements(bundle, extension, notes)) entitlements.add(key);
    for (const [key, text] of info) texts.set(key, text);
  }
  const listed = limiter.list('extensionEntitlements', [...entitlements], MAX_LISTED.entitlements);
  return {
    extensions,
    extensionEntitlements: listed.map((key) => limiter.text('entitlement', key)),
    extensionUsageTexts: usageTexts(texts, limiter),
  };
}

/** Returns the keys of an extension's entitlements: those in its code signature, or else in its profile. */
async function extensionEntitlements(
  bundle: AppBundle,
  { folder, info }: { folder: string; info: PlistDict },
  { findings, limiter }: ReadingLog,
): Promise<Iterable<string>> {
  const executable = await attempt(
    { executableIn: folder },
    () => executableOf(bundle, folder, info),
    findings,
  );
  if (executable?.entitlements) return executable.entitlements.keys();
  const path = `${folder}${PROFILE}`;
  const profile = await attempt({ file: path }, () => profileOf(bundle, path, limiter), findings);
  return profile?.entitlements.keys() ?? [];
}
