import { z } from 'zod';
import { t } from '../languages/translate.ts';
import type { AppStatus } from '../statuses/app-status.ts';
import type { AppDetails } from './details.ts';
import type { GraphicKind } from './field-records.ts';
import { DETAILS, PICTURES, TEXTS } from './field-records.ts';
import { type ListingField, SCREENSHOT_KINDS } from './fields.ts';
import type { ListingTexts } from './listing.ts';

/** The draft of a listing, with what fills its gaps. */
export interface ListingContents {
  /** The texts in the default language; undefined without any. */
  readonly texts: ListingTexts | undefined;
  /** The kinds of its images in the default language. */
  readonly pictures: readonly GraphicKind[];
  readonly details: AppDetails;
  /** The icon of the submitted package; null without one. */
  readonly packageIcon: string | null;
}

/** The settings of the store that decide what a listing needs. */
export interface ListingSettings {
  readonly categories: readonly { readonly id: string }[];
  readonly listingRequirements: readonly (typeof OPTIONAL_REQUIREMENTS)[number][];
}

interface RequirementRecord {
  readonly label: string;
  /** The field of the listing editor in which it is met. */
  readonly field: ListingField;
  /** True when this store asks for it. */
  readonly isRequired: (settings: ListingSettings) => boolean;
  readonly isMet: (contents: ListingContents, settings: ListingSettings) => boolean;
}

/** The requirements that an admin can add to those of every store. */
export const OPTIONAL_REQUIREMENTS = ['screenshots', 'contact', 'privacyPolicy'] as const;

const always = () => true;
const ifChosen =
  (requirement: (typeof OPTIONAL_REQUIREMENTS)[number]) =>
  ({ listingRequirements }: ListingSettings) =>
    listingRequirements.includes(requirement);

/** Everything that the listing of an app can need before its first submission, in the order of the listing editor. */
const REQUIREMENTS = {
  name: {
    get label() {
      return TEXTS.name.label();
    },
    field: 'name',
    isRequired: always,
    isMet: ({ texts }) => isFilled(texts?.name),
  },
  summary: {
    get label() {
      return TEXTS.summary.label();
    },
    field: 'summary',
    isRequired: always,
    isMet: ({ texts }) => isFilled(texts?.summary),
  },
  description: {
    get label() {
      return TEXTS.description.label();
    },
    field: 'description',
    isRequired: always,
    isMet: ({ texts }) => isFilled(texts?.description),
  },
  icon: {
    get label() {
      return PICTURES.icon.label();
    },
    field: 'icon',
    isRequired: always,
    isMet: ({ pictures, packageIcon }) => packageIcon !== null || pictures.includes('icon'),
  },
  screenshots: {
    get label() {
      return t`Screenshots`;
    },
    field: 'phoneScreenshots',
    isRequired: ifChosen('screenshots'),
    isMet: ({ pictures }) => SCREENSHOT_KINDS.some((kind) => pictures.includes(kind)),
  },
  category: {
    get label() {
      return DETAILS.category.label();
    },
    field: 'category',
    // A store without categories would otherwise publish nothing.
    isRequired: ({ categories }) => categories.length > 0,
    isMet: ({ details }, { categories }) => categories.some(({ id }) => id === details.category),
  },
  contact: {
    get label() {
      return t`Contact email or website`;
    },
    field: 'contactEmail',
    isRequired: ifChosen('contact'),
    isMet: ({ details }) => isFilled(details.contactEmail) || isFilled(details.website),
  },
  privacyPolicy: {
    get label() {
      return DETAILS.privacyPolicy.label();
    },
    field: 'privacyPolicy',
    isRequired: ifChosen('privacyPolicy'),
    isMet: ({ details }) => isFilled(details.privacyPolicy),
  },
} as const satisfies Record<string, RequirementRecord>;

export type ListingRequirement = keyof typeof REQUIREMENTS;
export const LISTING_REQUIREMENTS: Readonly<Record<ListingRequirement, RequirementRecord>> = REQUIREMENTS;

export const LISTING_REQUIREMENT_IDS = Object.keys(REQUIREMENTS) as [
  ListingRequirement,
  ...ListingRequirement[],
];

/** One thing that a listing needs. */
export interface ChecklistItem {
  readonly requirement: ListingRequirement;
  readonly isMet: boolean;
}

/** Returns what this store asks for in a listing, in the order of the listing editor, and which of it is there. */
export function listingChecklist(contents: ListingContents, settings: ListingSettings): ChecklistItem[] {
  return LISTING_REQUIREMENT_IDS.filter((requirement) =>
    LISTING_REQUIREMENTS[requirement].isRequired(settings),
  ).map((requirement) => ({
    requirement,
    isMet: LISTING_REQUIREMENTS[requirement].isMet(contents, settings),
  }));
}

/** Returns true when the app's next submission needs a complete listing: until its first version is published. */
export function needsCompleteListing({ status }: { readonly status: AppStatus }): boolean {
  return status === 'draft';
}

/** Returns the requirements of a checklist that are not met. */
export function missingRequirements(checklist: readonly ChecklistItem[]): ListingRequirement[] {
  return checklist.filter(({ isMet }) => !isMet).map(({ requirement }) => requirement);
}

/** Returns the reason why a version can't be submitted with this listing, as a sentence to show; null when it can. */
export function incompleteListingReason(checklist: readonly ChecklistItem[]): string | null {
  const missing = describeMissing(checklist);
  return missing && t`Complete the listing first. Missing: ${missing}.`;
}

/** Returns the reason why an app can't be published with this approved listing, as a sentence to show; null when it can. */
export function unpublishableListingReason(checklist: readonly ChecklistItem[]): string | null {
  const missing = describeMissing(checklist);
  return (
    missing &&
    t`The approved listing is incomplete. Missing: ${missing}. Its publisher has to complete it and submit a version again.`
  );
}

/** Returns the reason why a published app can't lose these requirements, as a sentence to show; null when it loses none. */
export function lostRequirementsReason(checklist: readonly ChecklistItem[]): string | null {
  const missing = describeMissing(checklist);
  return (
    missing &&
    t`People see this app in the store, which requires: ${missing}. Enter a new value to replace the current one.`
  );
}

function describeMissing(checklist: readonly ChecklistItem[]): string | null {
  const labels = missingRequirements(checklist).map((requirement) => LISTING_REQUIREMENTS[requirement].label);
  return labels.length === 0 ? null : labels.join(', ');
}

/** Returns the address of a field in the listing editor, below the base path. */
export function listingFieldPath(appId: string, field: ListingField): string {
  return `dashboard/apps/${encodeURIComponent(appId)}?tab=listing#${field}`;
}

function isFilled(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}

export const optionalRequirementSchema = z.enum(OPTIONAL_REQUIREMENTS);

/** `details.missing` of a submission that is refused because of an incomplete listing. */
export const missingRequirementsSchema = z
  .array(
    z.object({
      requirement: z.enum(LISTING_REQUIREMENT_IDS),
      label: z.string().max(60),
      /** The address of the field in the listing editor. */
      link: z.string().max(500),
    }),
  )
  .max(LISTING_REQUIREMENT_IDS.length);
