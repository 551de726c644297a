import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { labelInSentence, t } from '#shared/languages/translate.ts';
import type { Graphic } from '#shared/listings/graphics.ts';
import { ChoosePicturesButton } from './choose-pictures-button.tsx';
import { PendingPictures } from './pending-pictures.tsx';
import { PublicationNote } from './publication-note.tsx';
import { deletionText, type PublicationState } from './publication-state.ts';
import { type PicturePlace, usePictureUploads } from './use-picture-uploads.ts';

interface SingleGraphicProps {
  readonly place: PicturePlace;
  readonly title: string;
  /** The requirements, as a sentence. */
  readonly help: string;
  /** The graphics of this kind: the draft, the live one, or both. */
  readonly graphics: readonly Graphic[];
  /** The path of the package's picture, which fills the gap until another one is added; null without one. */
  readonly fromPackage?: string | null;
  readonly state: PublicationState | null;
  /** The reason why nothing can be changed; null when it can. */
  readonly reason: string | null;
}

/** Shows the icon or the feature graphic. */
export function SingleGraphic({
  place,
  title,
  help,
  graphics,
  fromPackage = null,
  state,
  reason,
}: SingleGraphicProps) {
  const { storage } = useBackend();
  const { pending, send, dismiss } = usePictureUploads(place);
  const [isDeleting, setDeleting] = useState(false);
  const remove = useCallMutation('apps.deleteGraphic');
  const shown = graphics.find(({ isDraft }) => isDraft);
  const path = shown?.path ?? fromPackage;
  const name = labelInSentence(title);
  const isIcon = place.kind === 'icon';

  return (
    <Box id={place.kind} sx={{ minWidth: 0 }}>
      <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
        {help}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          placeItems: 'center',
          height: 144,
          aspectRatio: isIcon ? '1' : '1024 / 500',
          maxWidth: '100%',
          mb: 1.5,
          overflow: 'hidden',
          borderRadius: 2,
          bgcolor: 'action.hover',
          color: 'text.secondary',
          typography: 'body2',
        }}
      >
        {path !== null ? (
          <Box
            component="img"
            src={storage.urlOf(path)}
            alt={shown ? t`The ${name}` : t`The ${name} of your package`}
            sx={{ width: '100%', height: '100%', objectFit: 'cover' }}
          />
        ) : (
          t`No ${name}`
        )}
      </Box>
      {!shown && fromPackage !== null && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
          {t`From your package, until you add another one.`}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <ChoosePicturesButton
          label={shown ? t`Replace the ${name}` : t`Add the ${name}`}
          reason={reason}
          onPictures={(pictures) => void send(pictures)}
        />
        {shown && (
          <ReasonedButton size="small" color="error" reason={reason} onClick={() => setDeleting(true)}>
            {t`Delete the ${name}`}
          </ReasonedButton>
        )}
      </Box>
      {(shown || state?.before) && <PublicationNote state={state} pictures />}
      <PendingPictures pending={pending} onDismiss={dismiss} />
      {isDeleting && shown && (
        <ConfirmDialog
          title={t`Delete the ${name}?`}
          confirmLabel={t`Delete the ${name}`}
          danger
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ graphicId: shown.id }, { onSuccess: () => setDeleting(false) })}
          onClose={() => setDeleting(false)}
        >
          <span>{deletionText(shown, state)}</span>
        </ConfirmDialog>
      )}
    </Box>
  );
}
