import { z } from 'zod';
import { boundedJson, boundedRecord } from '../bounded.ts';
import { SPECIAL_ACCESS_KINDS } from './capability-records.ts';
import {
  MAX_CERTIFICATES,
  MAX_FACT_LENGTH,
  MAX_FACT_NAME_LENGTH,
  MAX_LISTED,
  MAX_PARTS,
  MAX_SIGNER_RANGES,
  MAX_SIGNERS,
  MAX_TEXT_LENGTH,
} from './limits.ts';

/** Translations, other names and the default of one entry in the launcher. */
const MAX_LAUNCHER_LABELS = MAX_LISTED.locales + MAX_LISTED.labelVariants + 1;

const nameSchema = z.string().max(MAX_FACT_NAME_LENGTH);
const textSchema = z.string().max(MAX_TEXT_LENGTH);
const labelsSchema = boundedRecord(MAX_LISTED.locales, nameSchema, nameSchema);
const sha256Schema = z
  .string()
  .max(64)
  .regex(/^[0-9a-f]{64}$/);

/** A certificate that signed the package. Dates are ISO 8601. */
const certificateFactsSchema = z.object({
  sha256: sha256Schema,
  subject: textSchema,
  issuer: textSchema,
  validFrom: nameSchema,
  validTo: nameSchema,
  keyAlgorithm: nameSchema,
  keySize: z.number().optional(),
});
export type CertificateFacts = z.infer<typeof certificateFactsSchema>;

/**
 * Capabilities that an earlier certificate keeps after a proven rotation (APK Signature Scheme v3, lineage
 * flags).
 */
const lineageCapabilitySchema = z.enum(['installedData', 'sharedUid', 'permission', 'rollback', 'auth']);

export const signatureFactsSchema = z.object({
  /** True when every Android release in the checked SDK range accepts the signature. */
  verified: z.boolean(),
  /** True for each scheme that verified. */
  schemes: z.object({ v1: z.boolean(), v2: z.boolean(), v3: z.boolean(), v31: z.boolean() }),
  /** SHA-256 of each certificate that the newest releases see, in lower-case hexadecimal. */
  signers: z.array(sha256Schema).max(MAX_SIGNERS),
  /**
   * The signers that each range of Android releases sees, oldest first; the last range has no end. Absent for packages
   * inspected before this was recorded, empty when the signature does not verify.
   */
  ranges: z
    .array(
      z.object({
        minSdk: z.number(),
        maxSdk: z.number().nullable(),
        signers: z.array(sha256Schema).max(MAX_SIGNERS),
      }),
    )
    .max(MAX_SIGNER_RANGES)
    .optional(),
  certificates: z.array(certificateFactsSchema).max(MAX_CERTIFICATES),
  /** The proven rotation, oldest certificate first; empty without one. */
  lineage: z
    .array(
      z.object({
        sha256: sha256Schema,
        capabilities: z.array(lineageCapabilitySchema).max(lineageCapabilitySchema.options.length),
      }),
    )
    .max(MAX_CERTIFICATES),
});
export type SignatureFacts = z.infer<typeof signatureFactsSchema>;

/** The signature facts of an unsigned package, or of one whose signature could not be checked. */
export const UNSIGNED: SignatureFacts = {
  verified: false,
  schemes: { v1: false, v2: false, v3: false, v31: false },
  signers: [],
  certificates: [],
  lineage: [],
};

/** Compressed bytes by kind of content; absent for packages inspected before this was measured. */
const partSizesSchema = boundedRecord(MAX_PARTS, nameSchema, z.number()).optional();

/** `maxSdkVersion` is the last platform version that the permission is requested on. */
const permissionSchema = z.object({ name: nameSchema, maxSdkVersion: z.number().optional() });
/** A native library by its file name, and the CRC-32 of its content that the ZIP has: eight hexadecimal digits. */
const nativeLibrarySchema = z.object({ name: nameSchema, crc32: z.string().max(8) });
export type NativeLibrary = z.infer<typeof nativeLibrarySchema>;

/** Absent without any, and for packages inspected before they were listed. */
const nativeLibrariesSchema = z.array(nativeLibrarySchema).max(MAX_LISTED.nativeLibraries).optional();

const componentSchema = z.object({
  kind: z.enum(['activity', 'activity-alias', 'service', 'receiver', 'provider']),
  name: nameSchema,
  /** True when other apps can use it, as the platform decides for the target SDK; flags are absent when false. */
  exported: z.literal(true).optional(),
  /** True when it is disabled until the app enables it. */
  disabled: z.literal(true).optional(),
  /** True for an entry in the launcher. */
  launcher: z.literal(true).optional(),
  /** The permission that others need; for a provider to read. */
  permission: nameSchema.optional(),
  /** The permission that others need to write, where it is another one; empty when they need none. */
  writePermission: nameSchema.optional(),
  process: nameSchema.optional(),
  authorities: nameSchema.optional(),
  /** The activity of an alias. */
  target: nameSchema.optional(),
  /** The task that it is part of, when that is not the app's. */
  taskAffinity: nameSchema.optional(),
  /** The actions of its intent filters. */
  actions: z.array(nameSchema).max(MAX_LISTED.ofComponent).optional(),
  /** The types of foreground service that it may be. */
  foregroundTypes: z.array(nameSchema).max(MAX_LISTED.ofComponent).optional(),
  /** What XML that its meta-data names lets it do, such as policies of a device admin. */
  settings: z.array(nameSchema).max(MAX_LISTED.ofComponent).optional(),
});
export type ComponentFacts = z.infer<typeof componentSchema>;

const deepLinkSchema = z.object({
  component: nameSchema,
  /** Scheme, host and path, such as `https://example.org/app*`. */
  link: nameSchema,
  /** True when the app asks Android to verify that the website belongs to it. */
  verified: z.literal(true).optional(),
});
export type DeepLink = z.infer<typeof deepLinkSchema>;

const androidFactsSchema = z.object({
  platform: z.literal('android'),
  applicationId: nameSchema,
  versionCode: z.number(),
  versionName: nameSchema,
  /** The name in the default locale; the application id when there is none. */
  label: nameSchema,
  /** Translated names by BCP 47 tag. */
  labels: labelsSchema,
  /**
   * Names that differ by anything but the locale, by configuration such as `v26` or `de-night`; absent in versions
   * inspected before this was read, as the next two.
   */
  labelVariants: boundedRecord(MAX_LISTED.labelVariants, nameSchema, nameSchema).optional(),
  /** Entries in launchers whose names or pictures differ from the app's. */
  launchers: z
    .array(
      z.object({
        /** The activity or its alias. */
        name: nameSchema,
        /** All names by configuration, the usual one as `default`; empty when they are the app's. */
        labels: boundedRecord(MAX_LAUNCHER_LABELS, nameSchema, nameSchema),
        /** The digest of all pictures; null when they are the app's. */
        iconFilesSha256: sha256Schema.nullable(),
      }),
    )
    .max(MAX_LISTED.launchers)
    .optional(),
  /** The digest of every picture that a device may show as the icon; null without any. */
  iconFilesSha256: sha256Schema.nullable().optional(),
  /**
   * The pictures besides the icon that can be shown: of the app (`entry` is null) on some devices, and of entries in
   * launchers; absent without any, and in versions inspected before they were listed.
   */
  otherIcons: z
    .array(z.object({ entry: nameSchema.nullable(), configuration: nameSchema }))
    .max(MAX_LISTED.otherIcons)
    .optional(),
  minSdk: z.number(),
  targetSdk: z.number(),
  maxSdk: z.number().optional(),
  permissions: z.array(permissionSchema).max(MAX_LISTED.permissions),
  /**
   * Permissions requested only on Android 6 (API level 23) and later; in versions inspected before this list was kept,
   * `permissions` contains them.
   */
  permissionsSdk23: z.array(permissionSchema).max(MAX_LISTED.permissions).optional(),
  /** Permissions that Android adds to the requested ones; absent in versions inspected before. */
  impliedPermissions: z.array(permissionSchema).max(MAX_LISTED.permissions).optional(),
  features: z.array(z.object({ name: nameSchema, required: z.boolean() })).max(MAX_LISTED.features),
  /** ABIs with native libraries; empty when the app runs on any device. */
  abis: z.array(nameSchema).max(MAX_LISTED.abis),
  nativeLibraries: nativeLibrariesSchema,
  debuggable: z.boolean(),
  testOnly: z.boolean(),
  hasInstrumentation: z.boolean(),
  /** Name of the split when this is a split APK, null when it is a base. */
  split: nameSchema.nullable(),
  /** True when this base can only be installed together with other splits. */
  requiresSplits: z.boolean(),
  /** The user ID that the app shares with others of its signer; absent in versions inspected before this was read. */
  sharedUserId: nameSchema.nullable().optional(),
  /**
   * Components through which the system gives the app control over the device; absent in versions inspected before
   * this was read.
   */
  specialAccess: z
    .array(z.object({ kind: z.enum(SPECIAL_ACCESS_KINDS), name: nameSchema }))
    .max(MAX_LISTED.specialAccess)
    .optional(),
  /** Activities, services and so on, those open to other apps first; absent in versions inspected before, as all below. */
  components: z.array(componentSchema).max(MAX_LISTED.components).optional(),
  /** Addresses that open the app from a browser. */
  deepLinks: z.array(deepLinkSchema).max(MAX_LISTED.deepLinks).optional(),
  /** Other apps that it asks to see. */
  queries: z
    .array(z.object({ kind: z.enum(['package', 'intent', 'provider']), name: nameSchema }))
    .max(MAX_LISTED.queries)
    .optional(),
  /** Permissions of its own, with the base level of their protection. */
  declaredPermissions: z
    .array(z.object({ name: nameSchema, level: nameSchema, group: nameSchema.optional() }))
    .max(MAX_LISTED.declaredPermissions)
    .optional(),
  permissionGroups: z.array(nameSchema).max(MAX_LISTED.declaredPermissions).optional(),
  instrumentations: z
    .array(z.object({ name: nameSchema, target: nameSchema }))
    .max(MAX_LISTED.instrumentations)
    .optional(),
  /** The package whose resources it replaces; null for an app of its own. */
  overlayTarget: nameSchema.nullable().optional(),
  /** Rules are files that say what of the data is backed up. */
  backup: z.object({ allowed: z.boolean(), rules: z.array(nameSchema).max(2) }).optional(),
  /** The connections that it allows itself. */
  network: z
    .object({
      /** True when it may send and receive without encryption anywhere. */
      cleartext: z.boolean(),
      /** Domains for which it may, whatever holds for the others. */
      cleartextDomains: z.array(nameSchema).max(MAX_LISTED.domains),
      /** True when it trusts certificates that a user has installed. */
      userCertificates: z.boolean(),
    })
    .optional(),
  /** File size in bytes. */
  size: z.number(),
  partSizes: partSizesSchema,
  iconSha256: sha256Schema.nullable(),
});
export type AndroidFacts = z.infer<typeof androidFactsSchema>;

/** The provisioning profile of an iOS app. Dates are ISO 8601. */
const provisioningProfileSchema = z.object({
  name: nameSchema,
  teamId: nameSchema.nullable(),
  teamName: nameSchema.nullable(),
  createdAt: nameSchema.nullable(),
  expiresAt: nameSchema.nullable(),
  /** Number of devices listed; 0 when the profile lists none. */
  deviceCount: z.number(),
  /** True when the profile applies to every device (enterprise distribution). */
  allDevices: z.boolean(),
  /** Keys of the entitlements that the profile allows. */
  entitlements: z.array(nameSchema).max(MAX_LISTED.entitlements),
});
export type ProvisioningProfile = z.infer<typeof provisioningProfileSchema>;

const deviceFamilySchema = z.enum(['iphone', 'ipad', 'tv', 'watch', 'vision', 'mac']);

const iosFactsSchema = z.object({
  platform: z.literal('ios'),
  applicationId: nameSchema,
  /** `CFBundleVersion`, increased with every build: up to three numbers joined by dots, or such as `2.0b1`. */
  buildVersion: nameSchema,
  /** `CFBundleShortVersionString`: the version that users see. */
  versionName: nameSchema,
  label: nameSchema,
  labels: labelsSchema,
  minimumOs: nameSchema,
  deviceFamilies: z.array(deviceFamilySchema).max(deviceFamilySchema.options.length),
  /**
   * Usage descriptions by key, such as `NSCameraUsageDescription`. A key for some devices, which ends in `~ipad`, is there
   * with and without its end.
   */
  usageTexts: boundedRecord(MAX_LISTED.usageTexts, nameSchema, textSchema),
  profile: provisioningProfileSchema.nullable(),
  /** Entitlements from the code signature, or else those that the profile allows. */
  entitlements: boundedRecord(MAX_LISTED.entitlements, nameSchema, boundedJson(MAX_FACT_LENGTH, z.json())),
  entitlementsFrom: z.enum(['codeSignature', 'profile']).nullable(),
  /** The extensions, watch apps and App Clips in the app. */
  extensions: z
    .array(
      z.object({
        applicationId: nameSchema,
        /** The extension point, such as `com.apple.widgetkit-extension`. */
        point: nameSchema,
        versionName: nameSchema,
        buildVersion: nameSchema,
        /** Absent for extensions. */
        kind: z.enum(['watchApp', 'appClip']).optional(),
      }),
    )
    .max(MAX_LISTED.extensions),
  /** Keys of the entitlements of everything in `extensions`, and their usage descriptions by key. */
  extensionEntitlements: z.array(nameSchema).max(MAX_LISTED.entitlements),
  extensionUsageTexts: boundedRecord(MAX_LISTED.usageTexts, nameSchema, textSchema),
  /** CPU architectures of the executable, such as `arm64`. */
  architectures: z.array(nameSchema).max(MAX_LISTED.abis),
  /** The frameworks and libraries that it embeds. */
  nativeLibraries: nativeLibrariesSchema,
  /** True when the code is encrypted, as in App Store downloads: such an app runs on no other account. */
  encrypted: z.boolean(),
  /** True when a debugger may attach (`get-task-allow`). */
  debuggable: z.boolean(),
  size: z.number(),
  partSizes: partSizesSchema,
  iconSha256: sha256Schema.nullable(),
});
export type IosFacts = z.infer<typeof iosFactsSchema>;

/** Facts that a package declares about itself. */
export const packageFactsSchema = z.discriminatedUnion('platform', [androidFactsSchema, iosFactsSchema]);
export type PackageFacts = z.infer<typeof packageFactsSchema>;
