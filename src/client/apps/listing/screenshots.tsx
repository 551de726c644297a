import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { t } from '#shared/languages/translate.ts';
import { PICTURES, type ScreenshotKind } from '#shared/listings/field-records.ts';
import type { Graphic } from '#shared/listings/graphics.ts';
import { ChoosePicturesButton } from './choose-pictures-button.tsx';
import { PendingPictures } from './pending-pictures.tsx';
import { PublicationNote } from './publication-note.tsx';
import { deletionText, type PublicationState } from './publication-state.ts';
import { useFileDrop } from './use-file-drop.ts';
import { usePictureUploads } from './use-picture-uploads.ts';

/** Dragging is a large part of this screen's script, and its texts come first. */
const ScreenshotList = lazyChunk(
  'screenshot-list',
  async () => (await import('./screenshot-list.tsx')).ScreenshotList,
);

interface ScreenshotsProps {
  readonly appId: string;
  readonly locale: string;
  readonly kind: ScreenshotKind;
  /** The screenshots of this device class and language, in order, including deleted ones that are still live. */
  readonly graphics: readonly Graphic[];
  readonly state: PublicationState | null;
  /** The maximum that the store accepts. */
  readonly max: number;
  /** The reason why nothing can be changed; null when it can. */
  readonly reason: string | null;
}

/** Shows the screenshots of one device class: adding, ordering, deleting. */
export function Screenshots({ appId, locale, kind, graphics: all, state, max, reason }: ScreenshotsProps) {
  const graphics = all.filter(({ isDraft }) => isDraft);
  const { words, device } = PICTURES[kind];
  const { pending, send, dismiss } = usePictureUploads({ appId, locale, kind }, max - graphics.length);
  const { isOver, target } = useFileDrop(({ files }) => {
    if (reason === null) void send([...files]);
  });
  const isHighlighted = isOver && reason === null;
  const [deleted, setDeleted] = useState<{ graphic: Graphic; place: number } | null>(null);
  // Shows the new order immediately. If saving it fails, the stored order returns.
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const order = useCallMutation('apps.orderScreenshots');
  const remove = useCallMutation('apps.deleteGraphic');
  const ordered = ids === null ? graphics : ids.flatMap((id) => graphics.find((one) => one.id === id) ?? []);
  const shown = ordered.length === graphics.length ? ordered : graphics;
  const full = graphics.length >= max ? t`This store allows up to ${max}. Delete one first.` : null;
  const plain = <PlainPictures words={words} graphics={shown} />;

  function move(next: readonly string[]) {
    setIds(next);
    order.mutate({ appId, locale, kind, ids: [...next] }, { onSettled: () => setIds(null) });
  }

  return (
    <Box
      component="section"
      id={kind}
      aria-label={t`${device} screenshots`}
      {...target}
      sx={{
        mx: -1.5,
        p: 1.5,
        borderRadius: 2,
        border: `2px ${isHighlighted ? 'solid' : 'dashed'}`,
        borderColor: isHighlighted ? 'primary.main' : 'transparent',
        bgcolor: isHighlighted ? 'action.hover' : 'transparent',
        '& + &': { mt: 1 },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 1 }}>
        <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600, flex: 1, minWidth: 140 }}>
          {device}{' '}
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
            {t`${graphics.length} of ${max}`}
          </Typography>
        </Typography>
        <ChoosePicturesButton
          label={t`Add ${words}s`}
          multiple
          reason={reason ?? full}
          onPictures={(pictures) => void send(pictures)}
        />
      </Box>
      {shown.length > 0 && (
        <Suspense fallback={plain}>
          <ScreenshotList
            words={words}
            graphics={shown}
            reason={reason}
            onOrder={move}
            onDelete={(graphic, place) => setDeleted({ graphic, place })}
          />
        </Suspense>
      )}
      {graphics.length === 0 && reason === null && (
        <Box
          sx={{
            py: 2,
            px: 1,
            borderRadius: 1,
            textAlign: 'center',
            typography: 'body2',
            color: 'text.secondary',
            bgcolor: isHighlighted ? 'transparent' : 'action.hover',
          }}
        >
          {isHighlighted ? t`Drop to add ${words}s` : t`Drop ${words}s here`}
        </Box>
      )}
      {(shown.length > 0 || state?.before) && <PublicationNote state={state} pictures />}
      {order.error !== null && <CallErrorAlert error={order.error} />}
      <PendingPictures pending={pending} onDismiss={dismiss} />
      {deleted && (
        <ConfirmDialog
          title={t`Delete ${words} ${deleted.place}?`}
          confirmLabel={t`Delete screenshot`}
          danger
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() =>
            remove.mutate({ graphicId: deleted.graphic.id }, { onSuccess: () => setDeleted(null) })
          }
          onClose={() => setDeleted(null)}
        >
          <span>{deletionText(deleted.graphic, state)}</span>
        </ConfirmDialog>
      )}
    </Box>
  );
}

/** Shows screenshots without what changes them, in the same places, until that is loaded. */
function PlainPictures({
  words,
  graphics,
}: {
  readonly words: string;
  readonly graphics: readonly Graphic[];
}) {
  const { storage } = useBackend();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, minHeight: 234 }}>
      {graphics.map(({ id, path, width, height }, at) => (
        <Box key={id} sx={{ minWidth: 140, maxWidth: '100%', display: 'grid', justifyItems: 'center' }}>
          <Box
            component="img"
            src={storage.urlOf(path)}
            alt={`${words} ${at + 1}`}
            sx={{ height: 200, maxWidth: '100%', aspectRatio: `${width} / ${height}`, objectFit: 'contain' }}
          />
        </Box>
      ))}
    </Box>
  );
}
