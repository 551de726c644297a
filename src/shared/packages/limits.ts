/*
 * Limits on how much of a package is read and kept. Each is far above what real apps have: exceeding one is
 * an error in the inspection, and the facts keep only what fits.
 */

/** Longest name or id kept in facts, in characters: ids, versions, labels, permissions and so on. */
export const MAX_FACT_NAME_LENGTH = 255;
/** Longest text kept in facts, in characters: usage descriptions, certificate subjects. */
export const MAX_TEXT_LENGTH = 1_000;
/** Longest entitlement value, in characters of JSON. */
export const MAX_ENTITLEMENT_LENGTH = 2_000;

/** Maximum number of items per list in a package's facts. */
export const MAX_LISTED = {
  /** System apps request a few hundred. */
  permissions: 500,
  features: 200,
  /** Real apps have a handful of such components. */
  specialAccess: 100,
  /** Large apps have up to about a thousand. */
  components: 2_500,
  /** Actions, or settings in XML, of one component. */
  ofComponent: 50,
  /** Large apps have a few hundred, most of them for one website. */
  deepLinks: 1_000,
  /** Other apps that an app asks to see: browsers and app shops list a few hundred. */
  queries: 1_000,
  declaredPermissions: 100,
  instrumentations: 20,
  /** Domains with a rule of their own in the network security configuration. */
  domains: 200,
  /** Android's own resources have about a hundred. */
  locales: 200,
  /** Names that only some devices show, such as those of another platform version. */
  labelVariants: 200,
  /** Entries in the launcher with a name or an icon of their own. */
  launchers: 100,
  /** Pictures besides the icon, of which real apps have one or two. */
  otherIcons: 12,
  /** Android has eight. */
  abis: 20,
  /** The largest apps have about two hundred, each for up to four processors. */
  nativeLibraries: 2_000,
  /** Apple documents about sixty. */
  usageTexts: 100,
  entitlements: 100,
  extensions: 50,
} as const;

/** Characters that the components of a package take in its facts, of which the largest apps need about 100,000. */
export const MAX_COMPONENT_CHARACTERS = 250_000;
/** The same for deep links, for other apps that it asks to see, and for the settings of all components. */
export const MAX_REFERRED_CHARACTERS = 60_000;

/** Maximum number of certificates and of kinds of content in a package's facts, and of signers (AOSP: 10). */
export const MAX_CERTIFICATES = 100;
export const MAX_SIGNERS = 32;
export const MAX_PARTS = 20;
/** Ranges of releases with signers of their own: two bounds for each of ten v3 and ten v3.1 signers, and the schemes. */
export const MAX_SIGNER_RANGES = 50;

/** Findings kept per rule; more would tell nobody anything new. */
export const MAX_FINDINGS_PER_RULE = 5;
/** Longest evidence of a finding, and longest text among its values, in characters. */
export const MAX_EVIDENCE_LENGTH = 1_000;
/** Values of a finding, and texts in one that is a list, with the characters of each. */
export const MAX_FINDING_VALUES = 10;
export const MAX_LISTED_VALUES = 20;
export const MAX_LISTED_LENGTH = 250;
/** Findings of one package: a few of each rule. */
export const MAX_FINDINGS = 1_000;
/** Longest single fact, or one side of a change, in characters: JSON may escape each character with six. */
export const MAX_FACT_LENGTH = 6 * MAX_ENTITLEMENT_LENGTH;
/** Differences between two packages that have nothing in common. */
export const MAX_CHANGES = 16_000;
