import { useCallMutation } from '#client/backend/use-call.ts';
import { AddLanguageDialog } from '#client/components/language/add-language-dialog.tsx';
import type { ListingTexts } from '#shared/listings/listing.ts';

interface AddLocaleDialogProps {
  readonly appId: string;
  /** Languages that the listing has. */
  readonly taken: readonly string[];
  /** The content that the new language starts with. */
  readonly texts: ListingTexts;
  readonly onAdded: (locale: string) => void;
  readonly onClose: () => void;
}

/** Adds a language to a listing. */
export function AddLocaleDialog({ appId, taken, texts, onAdded, onClose }: AddLocaleDialogProps) {
  const add = useCallMutation('apps.updateListing');
  return (
    <AddLanguageDialog
      taken={taken}
      pending={add.isPending}
      error={add.error}
      onAdd={(locale) =>
        add.mutate({ appId, locale, listing: texts, revision: 0 }, { onSuccess: () => onAdded(locale) })
      }
      onClose={onClose}
    />
  );
}
