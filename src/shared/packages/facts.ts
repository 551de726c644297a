import { z } from 'zod';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

/** One certificate that signed the package. Dates are ISO 8601. */
const certificateFactsSchema = z.object({
  sha256: sha256Schema,
  subject: z.string(),
  issuer: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  keyAlgorithm: z.string(),
  keySize: z.number().optional(),
});
export type CertificateFacts = z.infer<typeof certificateFactsSchema>;

/** What an earlier certificate of a proven rotation is still trusted with (APK Signature Scheme v3, lineage flags). */
const lineageCapabilitySchema = z.enum(['installedData', 'sharedUid', 'permission', 'rollback', 'auth']);

export const signatureFactsSchema = z.object({
  /** Whether every Android release of the judged SDK window would accept the signature. */
  verified: z.boolean(),
  /** The schemes that verified. */
  schemes: z.object({ v1: z.boolean(), v2: z.boolean(), v3: z.boolean(), v31: z.boolean() }),
  /** SHA-256 of each signer's certificate, lower-case hexadecimal. */
  signers: z.array(sha256Schema),
  certificates: z.array(certificateFactsSchema),
  /** The proven rotation, oldest certificate first and the current one last; empty without one. */
  lineage: z.array(z.object({ sha256: sha256Schema, capabilities: z.array(lineageCapabilitySchema) })),
});
export type SignatureFacts = z.infer<typeof signatureFactsSchema>;

/** The signature facts of a package that has none, or whose signature could not be judged. */
export const UNSIGNED: SignatureFacts = {
  verified: false,
  schemes: { v1: false, v2: false, v3: false, v31: false },
  signers: [],
  certificates: [],
  lineage: [],
};

/** Packed bytes by kind of content; not known of packages that were read before it was measured. */
const partSizesSchema = z.record(z.string(), z.number()).optional();

const androidFactsSchema = z.object({
  platform: z.literal('android'),
  applicationId: z.string(),
  versionCode: z.number(),
  versionName: z.string(),
  /** The name in the default locale; the application id when there is none. */
  label: z.string(),
  /** The name in each locale that has one of its own, by BCP 47 tag. */
  labels: z.record(z.string(), z.string()),
  minSdk: z.number(),
  targetSdk: z.number(),
  maxSdk: z.number().optional(),
  /** `maxSdkVersion` is the last platform version that is asked for the permission. */
  permissions: z.array(z.object({ name: z.string(), maxSdkVersion: z.number().optional() })),
  features: z.array(z.object({ name: z.string(), required: z.boolean() })),
  /** Processor types with native libraries; empty when the app runs on any. */
  abis: z.array(z.string()),
  debuggable: z.boolean(),
  testOnly: z.boolean(),
  hasInstrumentation: z.boolean(),
  /** Name of the split when this is a part of an app, null when it is a base. */
  split: z.string().nullable(),
  /** Whether this base installs only together with further splits. */
  requiresSplits: z.boolean(),
  /** Size of the file in bytes. */
  size: z.number(),
  partSizes: partSizesSchema,
  iconSha256: sha256Schema.nullable(),
});
export type AndroidFacts = z.infer<typeof androidFactsSchema>;

/** The provisioning profile inside an iOS app. Dates are ISO 8601. */
const provisioningProfileSchema = z.object({
  name: z.string(),
  teamId: z.string().nullable(),
  teamName: z.string().nullable(),
  createdAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  /** How many devices it names; 0 when it names none. */
  deviceCount: z.number(),
  /** Whether it is for every device (enterprise distribution). */
  allDevices: z.boolean(),
  /** Keys of the entitlements that it allows. */
  entitlements: z.array(z.string()),
});
export type ProvisioningProfile = z.infer<typeof provisioningProfileSchema>;

const iosFactsSchema = z.object({
  platform: z.literal('ios'),
  applicationId: z.string(),
  /** `CFBundleVersion`: up to three numbers joined by dots, counted up with every build. */
  buildVersion: z.string(),
  /** `CFBundleShortVersionString`, what people see. */
  versionName: z.string(),
  label: z.string(),
  labels: z.record(z.string(), z.string()),
  minimumOs: z.string(),
  deviceFamilies: z.array(z.enum(['iphone', 'ipad', 'tv', 'watch', 'vision', 'mac'])),
  /** Why the app wants access, by key such as `NSCameraUsageDescription`. */
  usageTexts: z.record(z.string(), z.string()),
  profile: provisioningProfileSchema.nullable(),
  /** Entitlements from the code signature, or else from the profile, which is only what it could have. */
  entitlements: z.record(z.string(), z.json()),
  entitlementsFrom: z.enum(['codeSignature', 'profile']).nullable(),
  extensions: z.array(
    z.object({
      applicationId: z.string(),
      /** What it extends, such as `com.apple.widgetkit-extension`. */
      point: z.string(),
      versionName: z.string(),
      buildVersion: z.string(),
    }),
  ),
  /** Processor types of the executable, such as `arm64`. */
  architectures: z.array(z.string()),
  /** Whether the code is encrypted, as the App Store hands it out: such an app runs on no other account. */
  encrypted: z.boolean(),
  /** Whether a debugger may attach (`get-task-allow`). */
  debuggable: z.boolean(),
  size: z.number(),
  partSizes: partSizesSchema,
  iconSha256: sha256Schema.nullable(),
});
export type IosFacts = z.infer<typeof iosFactsSchema>;

/** What a package says about itself. */
export const packageFactsSchema = z.discriminatedUnion('platform', [androidFactsSchema, iosFactsSchema]);
export type PackageFacts = z.infer<typeof packageFactsSchema>;
