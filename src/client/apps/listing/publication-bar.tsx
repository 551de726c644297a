import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { LOW_WINDOW } from '#client/ui/low-window.ts';
import { plural, t } from '#shared/languages/translate.ts';
import type { PublicationContext } from './publication-state.ts';
import type { Editing } from './use-autosave.ts';

const PublishDialog = lazyChunk(
  'publish-dialog',
  async () => (await import('./publish-dialog.tsx')).PublishDialog,
  'window',
);

interface PublicationBarProps extends PublicationContext {
  readonly editings: readonly Pick<Editing<object>, 'phase' | 'flush'>[];
  /** The reason why nothing can be changed; null when it can. */
  readonly reason: string | null;
}

/** Counts the changes of a live app's listing that weren't published, and publishes them. It stays at the bottom of the window. */
export function PublicationBar({ app, listing, editings, reason }: PublicationBarProps) {
  const { refetch } = useCallQuery('apps.getListing', { appId: app.id });
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  const announced = useRef<HTMLOutputElement>(null);
  const drafts = listing.unpublished.filter(({ status }) => status === 'draft');
  const isUnsaved = editings.some(({ phase }) => phase !== 'saved');
  const isShown = drafts.length > 0 || isOpen;

  async function open() {
    setNotice(null);
    setSaving(true);
    const saved = await Promise.all(editings.map(({ flush }) => flush()));
    if (saved.every(Boolean)) {
      await refetch();
      setOpen(true);
    } else setNotice(t`Some changes aren’t saved yet. Correct them first, then publish.`);
    setSaving(false);
  }

  function close(outcome?: string) {
    setOpen(false);
    if (outcome !== undefined) setNotice(outcome);
  }

  // The button that opened the dialog, and gets the focus back, is gone with the last change.
  useEffect(() => {
    if (!isShown && notice !== null && document.activeElement === document.body) announced.current?.focus();
  }, [isShown, notice]);

  if (app.status === 'draft') return null;
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 3,
        pb: isShown || notice !== null ? 1.5 : 0,
        [LOW_WINDOW]: { position: 'static' },
      }}
    >
      <Paper
        elevation={isShown || notice !== null ? 4 : 0}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 2,
          rowGap: 0.5,
          ...(isShown || notice !== null ? { px: 2, py: 1 } : { bgcolor: 'transparent' }),
        }}
      >
        <Box sx={{ flex: '1 1 140px', minWidth: 0, typography: 'body2' }}>
          {drafts.length > 0 && (
            <Box component="strong" sx={{ display: 'block', fontWeight: 600 }}>
              {plural(drafts.length, { one: '# unpublished change', other: '# unpublished changes' })}
            </Box>
          )}
          <Box component="output" ref={announced} tabIndex={-1} sx={{ outline: 'none' }}>
            {notice}
          </Box>
        </Box>
        {isShown && (
          <ReasonedButton
            variant="contained"
            size="small"
            reason={reason}
            pending={isSaving || (isUnsaved && isOpen)}
            onClick={() => void open()}
          >
            {t`Publish changes`}
          </ReasonedButton>
        )}
      </Paper>
      {isOpen && (
        <Suspense>
          <PublishDialog app={app} changes={drafts} onClose={close} />
        </Suspense>
      )}
    </Box>
  );
}
