import { t } from '#shared/languages/translate.ts';
import { type ChecklistItem, LISTING_REQUIREMENTS } from '#shared/listings/completeness.ts';
import { isPictureField, isTextField, type ListingField } from '#shared/listings/fields.ts';

export const SECTIONS = [
  { id: 'texts', label: t`Texts` },
  { id: 'graphics', label: t`Graphics` },
  { id: 'screenshots', label: t`Screenshots` },
  { id: 'details', label: t`App details` },
  { id: 'transfer', label: t`Import and export` },
] as const;

export type SectionId = (typeof SECTIONS)[number]['id'];

/** A section of the editor with what the store asks for in it. */
export interface SectionState {
  readonly id: SectionId;
  readonly label: string;
  /** `optional` when the store asks for nothing in it. */
  readonly status: 'complete' | 'missing' | 'optional';
}

/** Returns the sections in their order, each with whether it has everything that the checklist asks for. */
export function sectionStates(checklist: readonly ChecklistItem[]): SectionState[] {
  return SECTIONS.map((section) => {
    const asked = checklist.filter(
      ({ requirement }) => sectionOf(LISTING_REQUIREMENTS[requirement].field) === section.id,
    );
    if (asked.length === 0) return { ...section, status: 'optional' };
    return { ...section, status: asked.every(({ isMet }) => isMet) ? 'complete' : 'missing' };
  });
}

function sectionOf(field: ListingField): SectionId {
  if (isTextField(field)) return 'texts';
  if (field === 'icon' || field === 'featureGraphic') return 'graphics';
  return isPictureField(field) ? 'screenshots' : 'details';
}
