import { t } from '../languages/translate.ts';

/*
 * Every field and every kind of picture of a listing is declared here, once. Contracts, storage, the editor, differences, reviews, feeds, the catalog,
 * the store's page, import and export, the deletion of accounts and the guide follow from its record.
 */

/** The form of a field's value, which decides how it is checked and edited. */
type FieldForm =
  | 'name'
  | 'line'
  | 'text'
  | 'paragraphs'
  | 'markdown'
  | 'address'
  | 'email'
  | 'locale'
  | 'category'
  | 'tags';

/** A field that holds texts, with everything that differs among them. */
export interface FieldRecord {
  readonly label: () => string;
  /** Says in the editor what belongs there. */
  readonly help: string;
  readonly form: FieldForm;
  /** Maximum characters. */
  readonly max?: number;
  /** The form of a value that isn't empty, and the problem with another one. */
  readonly pattern?: { readonly matches: RegExp; readonly problem: () => string };
  /** A value, for the guide. */
  readonly example?: string;
  /** The start of the link that a value makes, when it isn't an address itself. */
  readonly linkStart?: string;
  /** True when a change could make the app look like another one, so that it waits for approval. */
  readonly isIdentity?: true;
  /** True when it can lead to the publisher, so that it is erased with their account. */
  readonly isPersonal?: true;
  /** True when it is among the facts on the app's page. */
  readonly isOnPage?: true;
  /** The file in a language's folder of the fastlane layout (fastlane, "supply": metadata/android/<locale>). */
  readonly fastlane?: string;
  /** The file in a language's folder of the `deliver` layout (fastlane, "deliver": metadata/<locale>). */
  readonly deliver?: string;
  /** The name in an app's entry of an AltStore source, and the values that it can have there. */
  readonly altstore?: string;
  readonly altstoreValues?: readonly string[];
  /** The name in the F-Droid indexes, and whether the newer one has a list (fdroidclient, `MetadataV2`, `AppV1`). */
  readonly fdroid?: string;
  readonly isFdroidList?: true;
  /** The element in F-Droid's first index, `index.xml`. */
  readonly fdroidXml?: string;
  /** The name in the catalog API. */
  readonly catalog?: string;
}

/** Texts, one per language. */
export const TEXTS = {
  name: {
    label: () => t`Name`,
    help: t`The app’s name in the store.`,
    form: 'name',
    max: 50,
    isIdentity: true,
    fastlane: 'title.txt',
    deliver: 'name.txt',
  },
  summary: {
    label: () => t`Summary`,
    help: t`What the app does, in one line.`,
    form: 'line',
    max: 80,
    fastlane: 'short_description.txt',
    deliver: 'subtitle.txt',
  },
  description: {
    label: () => t`Description`,
    help: t`Markdown: **bold**, lists, links.`,
    form: 'markdown',
    max: 4000,
    fastlane: 'full_description.txt',
    deliver: 'description.txt',
  },
  /**
   * Release notes of the next version, from an import or a program: its submission begins with them. They are reviewed and
   * shown with it.
   */
  whatsNew: {
    label: () => t`What’s new`,
    help: t`Submitted with your next version.`,
    form: 'paragraphs',
    max: 500,
    // Of versions without a file of their own.
    fastlane: 'changelogs/default.txt',
    deliver: 'release_notes.txt',
  },
  video: {
    label: () => t`Video`,
    help: t`Link to a video of the app, such as https://example.org/video.`,
    form: 'address',
    isOnPage: true,
    fastlane: 'video.txt',
    catalog: 'videoUrl',
  },
} as const satisfies Record<string, FieldRecord>;

/** Details that all languages share. */
export const DETAILS = {
  /** Language shown to users whose own is missing. */
  defaultLocale: {
    label: () => t`Default language`,
    help: t`Shown to people whose language isn’t available.`,
    form: 'locale',
  },
  /** ID of one of the store's categories. */
  category: {
    label: () => t`Category`,
    help: '',
    form: 'category',
    max: 40,
    altstore: 'category',
    // It shows apps with another one under "Other".
    altstoreValues: [
      'developer',
      'entertainment',
      'games',
      'lifestyle',
      'photo-video',
      'social',
      'utilities',
    ],
  },
  tags: { label: () => t`Tags`, help: '', form: 'tags', max: 30, deliver: 'keywords.txt' },
  contactEmail: {
    label: () => t`Contact email`,
    help: t`Shown publicly so people can contact you.`,
    form: 'email',
    example: 'help@example.org',
    isPersonal: true,
    fdroid: 'authorEmail',
    fdroidXml: 'email',
    catalog: 'contactEmail',
  },
  website: {
    label: () => t`Website`,
    help: t`The app’s website.`,
    form: 'address',
    example: 'https://example.org/app',
    isPersonal: true,
    isOnPage: true,
    deliver: 'marketing_url.txt',
    fdroid: 'webSite',
    fdroidXml: 'web',
    catalog: 'websiteUrl',
  },
  privacyPolicy: {
    label: () => t`Privacy policy`,
    help: t`How the app handles people’s data.`,
    form: 'address',
    example: 'https://example.org/privacy',
    isPersonal: true,
    isOnPage: true,
    deliver: 'privacy_url.txt',
    catalog: 'privacyPolicyUrl',
  },
  sourceCode: {
    label: () => t`Source code`,
    help: t`Where the source code is, if it’s open source.`,
    form: 'address',
    example: 'https://example.org/code',
    isPersonal: true,
    isOnPage: true,
    fdroid: 'sourceCode',
    fdroidXml: 'source',
    catalog: 'sourceCodeUrl',
  },
  issueTracker: {
    label: () => t`Issue tracker`,
    help: t`Where people report problems.`,
    form: 'address',
    example: 'https://example.org/issues',
    isPersonal: true,
    isOnPage: true,
    deliver: 'support_url.txt',
    fdroid: 'issueTracker',
    fdroidXml: 'tracker',
    catalog: 'issueTrackerUrl',
  },
  changelog: {
    label: () => t`Changelog`,
    help: t`Where all changes of the app are listed.`,
    form: 'address',
    example: 'https://example.org/changes',
    isPersonal: true,
    isOnPage: true,
    fdroid: 'changelog',
    fdroidXml: 'changelog',
    catalog: 'changelogUrl',
  },
  translation: {
    label: () => t`Translation`,
    help: t`Where people can translate the app.`,
    form: 'address',
    example: 'https://example.org/translate',
    isPersonal: true,
    isOnPage: true,
    fdroid: 'translation',
    catalog: 'translationUrl',
  },
  license: {
    label: () => t`Licence`,
    help: t`An SPDX identifier, such as Apache-2.0.`,
    form: 'line',
    max: 60,
    example: 'Apache-2.0',
    isOnPage: true,
    fdroid: 'license',
    fdroidXml: 'license',
    catalog: 'license',
  },
  donate: {
    label: () => t`Donations`,
    help: t`Where people can donate.`,
    form: 'address',
    example: 'https://example.org/donate',
    isPersonal: true,
    isOnPage: true,
    fdroid: 'donate',
    isFdroidList: true,
    catalog: 'donationUrl',
  },
  liberapay: {
    label: () => t`Liberapay`,
    help: t`Your name on Liberapay.`,
    form: 'text',
    max: 64,
    pattern: {
      matches: /^[\w.~-]+$/,
      problem: () => t`Enter only the name at the end of your page’s address.`,
    },
    linkStart: 'https://liberapay.com/',
    example: 'boating',
    isPersonal: true,
    isOnPage: true,
    fdroid: 'liberapay',
    catalog: 'liberapayUrl',
  },
  openCollective: {
    label: () => t`Open Collective`,
    help: t`Your collective’s name on Open Collective.`,
    form: 'text',
    max: 100,
    pattern: {
      matches: /^[\w-]+$/,
      problem: () => t`Enter only the name at the end of your page’s address.`,
    },
    linkStart: 'https://opencollective.com/',
    example: 'boating',
    isPersonal: true,
    isOnPage: true,
    fdroid: 'openCollective',
    catalog: 'openCollectiveUrl',
  },
  bitcoin: {
    label: () => t`Bitcoin`,
    help: t`Your Bitcoin address.`,
    form: 'text',
    max: 62,
    pattern: {
      matches: /^(?:bc1|[13])[a-zA-HJ-NP-Z0-9]{25,59}$/,
      problem: () => t`Enter a Bitcoin address.`,
    },
    linkStart: 'bitcoin:',
    example: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
    isPersonal: true,
    isOnPage: true,
    fdroid: 'bitcoin',
    catalog: 'bitcoinUrl',
  },
} as const satisfies Record<string, FieldRecord>;

/** A kind of picture, one or several per language. Sizes are in pixels. */
export interface PictureRecord {
  readonly label: () => string;
  /** The name within a sentence. */
  readonly words: string;
  /** The devices whose screenshots these are; absent for a picture of which there is one. */
  readonly device?: string;
  readonly minSide: number;
  readonly maxSide: number;
  /** Maximum ratio of the longer to the shorter side. */
  readonly maxRatio: number;
  /** The target size. */
  readonly recommended?: { readonly width: number; readonly height: number };
  /** The file in a language's folder of the fastlane layout, or the folder of its files (fastlane, "supply"). */
  readonly fastlane: string;
  /** The device in the names of screenshots in the `deliver` layout (fastlane, "deliver": screenshots/<locale>). */
  readonly deliver?: string;
  /** The sizes of such screenshots on Apple's devices, width first, by which "deliver" tells them apart. */
  readonly deliverSizes?: readonly (readonly [number, number])[];
  /** The name among the screenshots in the F-Droid index (fdroidclient, `ScreenshotsV2`). The older one has the kind. */
  readonly fdroid?: string;
  /** The name among the screenshots of an AltStore source. */
  readonly altstore?: 'iphone' | 'ipad';
}

/** Limits of the Play Console for the same images, slightly wider for today's long screens. */
const SCREENSHOT = { minSide: 320, maxSide: 3840, maxRatio: 2.4 };

/** Pictures by their kinds, which are named as in the F-Droid index. */
export const PICTURES = {
  icon: {
    label: () => t`Icon`,
    words: t`icon`,
    minSide: 192,
    maxSide: 4096,
    maxRatio: 1,
    recommended: { width: 512, height: 512 },
    fastlane: 'images/icon',
  },
  featureGraphic: {
    label: () => t`Feature graphic`,
    words: t`feature graphic`,
    minSide: 200,
    maxSide: 4096,
    maxRatio: 4,
    recommended: { width: 1024, height: 500 },
    fastlane: 'images/featureGraphic',
  },
  phoneScreenshots: {
    label: () => t`Phone screenshots`,
    words: t`phone screenshot`,
    device: t`Phone`,
    ...SCREENSHOT,
    fastlane: 'images/phoneScreenshots',
    deliver: 'iPhone',
    deliverSizes: [
      [1320, 2868],
      [1290, 2796],
      [1260, 2736],
      [1284, 2778],
      [1242, 2688],
      [1206, 2622],
      [1179, 2556],
      [1170, 2532],
      [1125, 2436],
      [1080, 2340],
      [1242, 2208],
      [750, 1334],
      [640, 1136],
      [640, 1096],
      [640, 960],
      [640, 920],
    ],
    fdroid: 'phone',
    altstore: 'iphone',
  },
  sevenInchScreenshots: {
    label: () => t`7-inch tablet screenshots`,
    words: t`7-inch tablet screenshot`,
    device: t`7-inch tablet`,
    ...SCREENSHOT,
    fastlane: 'images/sevenInchScreenshots',
    deliver: 'iPad mini',
    deliverSizes: [[1488, 2266]],
    fdroid: 'sevenInch',
    altstore: 'ipad',
  },
  tenInchScreenshots: {
    label: () => t`10-inch tablet screenshots`,
    words: t`10-inch tablet screenshot`,
    device: t`10-inch tablet`,
    ...SCREENSHOT,
    fastlane: 'images/tenInchScreenshots',
    deliver: 'iPad',
    deliverSizes: [
      [2064, 2752],
      [2048, 2732],
      [1668, 2420],
      [1668, 2388],
      [1668, 2224],
      [1640, 2360],
      [1620, 2160],
      [1536, 2048],
      [1536, 2008],
      [768, 1024],
      [768, 1004],
    ],
    fdroid: 'tenInch',
    altstore: 'ipad',
  },
  tvScreenshots: {
    label: () => t`TV screenshots`,
    words: t`TV screenshot`,
    device: t`TV`,
    ...SCREENSHOT,
    fastlane: 'images/tvScreenshots',
    deliver: 'Apple TV',
    deliverSizes: [
      [1920, 1080],
      [3840, 2160],
    ],
    fdroid: 'tv',
  },
  wearScreenshots: {
    label: () => t`Watch screenshots`,
    words: t`watch screenshot`,
    device: t`Watch`,
    ...SCREENSHOT,
    minSide: 200,
    fastlane: 'images/wearScreenshots',
    deliver: 'Watch',
    deliverSizes: [
      [422, 514],
      [416, 496],
      [410, 502],
      [396, 484],
      [368, 448],
      [312, 390],
    ],
    fdroid: 'wear',
  },
} as const satisfies Record<string, PictureRecord>;

export type GraphicKind = keyof typeof PICTURES;
export type ScreenshotKind = Exclude<GraphicKind, 'icon' | 'featureGraphic'>;
export type TextName = keyof typeof TEXTS;
export type DetailField = keyof typeof DETAILS;
