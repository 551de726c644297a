import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useRef, useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { StoreLogo } from '#client/components/store/store-logo.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { CallError } from '#shared/errors.ts';
import { MAX_LOGO_BYTES, PICTURE_TYPES } from '#shared/images/limits.ts';
import { t } from '#shared/languages/translate.ts';

/** Shows the store's logo; a chosen one is saved immediately, but never over one that the admin has not seen. */
export function LogoField() {
  const { data: store } = useCallQuery('settings.get', {});
  const hasLogo = (store?.logo ?? null) !== null;
  const { mutate, isPending, error, variables, reset } = useCallMutation('settings.setLogo');
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  // While the file dialog is open, the logo may change unseen.
  const seen = useRef<string | null>(undefined);
  const save = (image: string | null, before = store?.logo) => mutate({ image, before });

  function open() {
    seen.current = store?.logo;
    input.current?.click();
  }

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (!file) return;
    const isTooLarge = file.size > MAX_LOGO_BYTES;
    setProblem(isTooLarge ? t`The image is larger than 512 KiB. Choose a smaller one.` : undefined);
    if (!isTooLarge) save(await readBase64(file), seen.current);
  }

  return (
    <Box>
      <Typography variant="body2" sx={{ mb: 1, fontWeight: 500 }}>
        {t`Logo`}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <StoreLogo size={56} store={store} />
        <PendingButton size="small" variant="outlined" pending={isPending} onClick={open}>
          {t`Choose a logo`}
        </PendingButton>
        {hasLogo && (
          <PendingButton size="small" color="inherit" isInactive={isPending} onClick={() => save(null)}>
            {t`Remove`}
          </PendingButton>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={PICTURE_TYPES.join(',')}
          aria-label={t`Logo file`}
          onChange={(event) => void choose(event)}
        />
      </Box>
      <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
        {t`Square works best: PNG, JPEG or WebP, at most 512 KiB. It’s saved when you choose it.`}
      </Typography>
      {problem !== undefined && (
        <Typography role="alert" variant="body2" color="error" sx={{ mt: 1 }}>
          {problem}
        </Typography>
      )}
      {error !== null && (
        <Box sx={{ mt: 1 }}>
          {isConflict(error) && variables ? (
            <LogoConflict image={variables.image} onSave={() => save(variables.image)} onDiscard={reset} />
          ) : (
            <CallErrorAlert error={error} />
          )}
        </Box>
      )}
    </Box>
  );
}

function isConflict(error: Error): boolean {
  return error instanceof CallError && error.details?.['reason'] === 'stale';
}

interface LogoConflictProps {
  /** The picture that was not saved, in base64; null when the logo was to be removed. */
  readonly image: string | null;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** Says that someone else changed the logo, and offers to replace theirs or to leave it. */
function LogoConflict({ image, onSave, onDiscard }: LogoConflictProps) {
  return (
    <Alert severity="warning">
      <AlertTitle>{t`Someone else changed the logo meanwhile`}</AlertTitle>
      {image === null
        ? t`You see the current one above. It hasn’t been removed.`
        : t`You see the current one above. Your picture isn’t saved yet.`}
      {image !== null && (
        <Box
          component="img"
          src={`data:image/png;base64,${image}`}
          alt={t`Your picture`}
          sx={{ display: 'block', mt: 1, width: 56, height: 56, objectFit: 'contain' }}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <Button color="inherit" variant="outlined" size="small" onClick={onSave}>
          {image === null ? t`Remove the current logo` : t`Replace the current logo`}
        </Button>
        <Button color="inherit" size="small" onClick={onDiscard}>
          {t`Keep the current logo`}
        </Button>
      </Box>
    </Alert>
  );
}

async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
