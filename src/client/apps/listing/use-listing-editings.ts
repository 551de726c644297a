import { useMemo } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useSessionUser } from '#client/store/store.ts';
import type { CallResult } from '#shared/calls.ts';
import type { Listing } from '#shared/listings/calls.ts';
import { type AppDetails, appDetailsSchema, NO_DETAILS } from '#shared/listings/details.ts';
import { type ListingTexts, listingTextsSchema, NO_TEXTS } from '#shared/listings/listing.ts';
import { createDraftStore } from './draft-store.ts';
import { type Editing, useAutosave, useAutosaves } from './use-autosave.ts';

interface EditedTexts {
  readonly appId: string;
  readonly listings: readonly Listing[];
  /** The initial content of a new language. */
  readonly begin: ListingTexts;
}

/** Edits the texts in several languages, each saved on its own. The languages must stay the same while mounted. */
export function useTexts(
  locales: readonly string[],
  { appId, listings, begin }: EditedTexts,
): Editing<ListingTexts>[] {
  const { functions } = useBackend();
  const uid = useSessionUser().uid;
  return useAutosaves(
    locales.map((locale) => {
      const listing = listings.find((one) => one.locale === locale);
      return {
        stored: { value: listing?.texts ?? begin, revision: listing?.revision ?? 0 },
        make: () => ({
          isAcceptable: (value) => listingTextsSchema.safeParse(value).success,
          drafts: createDraftStore({
            scope: [uid, appId, locale],
            defaults: NO_TEXTS,
            isValue: isTexts,
            keeper: localStorage,
          }),
          async save({ value, revision }) {
            const { listing: saved } = await functions.call('apps.updateListing', {
              appId,
              locale,
              listing: value,
              revision,
            });
            return { value: saved.texts, revision: saved.revision };
          },
        }),
      };
    }),
  );
}

/** Edits the details that all languages share. */
export function useDetails(about: CallResult<'apps.get'>): Editing<AppDetails> {
  const { functions } = useBackend();
  const uid = useSessionUser().uid;
  const appId = about.app.id;
  const stored = useMemo(
    () => ({ value: about.details, revision: about.detailsRevision }),
    [about.details, about.detailsRevision],
  );
  return useAutosave(stored, () => ({
    isAcceptable: (value) => appDetailsSchema.safeParse(value).success,
    drafts: createDraftStore({
      scope: [uid, appId, 'details'],
      defaults: NO_DETAILS,
      isValue: isDetails,
      keeper: localStorage,
    }),
    async save({ value, revision }) {
      const saved = await functions.call('apps.updateDetails', { appId, details: value, revision });
      return { value: saved.details, revision: saved.revision };
    },
  }));
}

/** Returns true when every field is present as text. Texts that are too long are still worth restoring. */
function isTexts(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    listingTextsSchema
      .keyof()
      .options.every((field) => typeof (value as Record<string, unknown>)[field] === 'string')
  );
}

function isDetails(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { tags, ...texts } = value as Record<string, unknown>;
  const isText = (one: unknown) => typeof one === 'string';
  return Array.isArray(tags) && tags.every(isText) && Object.values(texts).every(isText);
}
