import type { CallResult } from '#shared/calls.ts';
import type { ListingTexts } from '#shared/listings/listing.ts';
import type { PublicationContext } from './publication-state.ts';

export interface ListingEditorProps {
  readonly about: CallResult<'apps.get'>;
  readonly listing: CallResult<'apps.getListing'>;
  readonly settings: CallResult<'settings.get'>['settings'];
}

export interface LocaleEditorProps extends ListingEditorProps {
  readonly locale: string;
  /** The languages whose texts are edited beside it. */
  readonly beside: readonly string[];
  readonly locales: readonly string[];
  readonly publication: PublicationContext;
  /** The initial content of a new language. */
  readonly begin: ListingTexts;
  /** The reason why nothing can be changed; null when it can. */
  readonly reason: string | null;
}
