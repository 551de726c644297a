import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { t } from '#shared/languages/translate.ts';
import type { LocaleEditorProps } from './editor-props.ts';
import { publicationState } from './publication-state.ts';

/** Explains that a deleted language is still live, with a button to keep it; nothing for other languages. */
export function DeletedLanguage({ about, locale, listing, publication, reason }: LocaleEditorProps) {
  const keep = useCallMutation('apps.updateListing');
  const deleted = listing.listings.find((one) => one.locale === locale && one.isDeleted);
  if (!deleted) return null;
  const state = publicationState(publication, { locale, field: 'language' });
  return (
    <Box sx={{ mb: 3 }}>
      <Alert
        severity={state?.status === 'rejected' ? 'warning' : 'info'}
        action={
          <ReasonedButton
            color="inherit"
            size="small"
            reason={reason}
            pending={keep.isPending}
            onClick={() =>
              keep.mutate({
                appId: about.app.id,
                locale,
                listing: deleted.texts,
                revision: deleted.revision,
              })
            }
          >
            {t`Keep language`}
          </ReasonedButton>
        }
      >
        {state?.status === 'rejected'
          ? t`Staff rejected deleting this language, so it’s still live. ${state.reason ?? ''}`
          : state?.status === 'waiting'
            ? t`You deleted this language. It stays live until the deletion is approved.`
            : t`You deleted this language. It stays live until you publish your changes.`}
      </Alert>
      {keep.error !== null && <CallErrorAlert error={keep.error} />}
    </Box>
  );
}
