import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import type { Graphic } from '#shared/listings/graphics.ts';
import { ChoosePicturesButton } from './choose-pictures-button.tsx';
import { PendingPictures } from './pending-pictures.tsx';
import { type PicturePlace, usePictureUploads } from './use-picture-uploads.ts';

interface SingleGraphicProps {
  readonly place: PicturePlace;
  readonly title: string;
  /** What it should be. */
  readonly help: string;
  /** Those of this kind: the public one, one that waits, or both. */
  readonly graphics: readonly Graphic[];
  /** Why nothing can be changed; null when it can. */
  readonly reason: string | null;
}

/** The one picture of a kind: the icon or the feature graphic. */
export function SingleGraphic({ place, title, help, graphics, reason }: SingleGraphicProps) {
  const { storage } = useBackend();
  const { pending, send, dismiss } = usePictureUploads(place);
  const [isDeleting, setDeleting] = useState(false);
  const remove = useCallMutation('apps.deleteGraphic', { invalidates: ['apps.getListing'] });
  const shown = graphics.find(({ isPublic }) => !isPublic) ?? graphics[0];
  const name = title.toLowerCase();
  const isIcon = place.kind === 'icon';

  return (
    <Box sx={{ minWidth: 0 }}>
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
        {shown ? (
          <Box
            component="img"
            src={storage.urlOf(shown.path)}
            alt={`The ${name}`}
            sx={{ width: '100%', height: '100%', objectFit: 'cover' }}
          />
        ) : (
          `No ${name}`
        )}
      </Box>
      {isIcon && shown && !shown.isPublic && (
        <Alert severity="info" sx={{ mb: 1.5 }}>
          {graphics.some(({ isPublic }) => isPublic)
            ? 'People see the icon before it until your next version is approved.'
            : 'People see it once a version is approved.'}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <ChoosePicturesButton
          label={shown ? `Replace the ${name}` : `Add the ${name}`}
          reason={reason}
          onPictures={(pictures) => void send(pictures)}
        />
        {shown && (
          <ReasonedButton size="small" color="error" reason={reason} onClick={() => setDeleting(true)}>
            Delete the {name}
          </ReasonedButton>
        )}
      </Box>
      <PendingPictures pending={pending} onDismiss={dismiss} />
      {isDeleting && shown && (
        <ConfirmDialog
          title={`Delete the ${name}?`}
          confirmLabel={`Delete the ${name}`}
          danger
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ graphicId: shown.id }, { onSuccess: () => setDeleting(false) })}
          onClose={() => setDeleting(false)}
        >
          <span>{shown.isPublic ? 'People no longer see it at once.' : 'Nobody has seen it yet.'}</span>
        </ConfirmDialog>
      )}
    </Box>
  );
}
