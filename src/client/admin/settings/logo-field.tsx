import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useRef, useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { StoreLogo } from '#client/components/store/store-logo.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { MAX_LOGO_BYTES, PICTURE_TYPES } from '#shared/images/limits.ts';
import { t } from '#shared/languages/translate.ts';

/** Shows the store's logo; a chosen one is saved immediately. */
export function LogoField() {
  const { data: store } = useCallQuery('settings.get', {});
  const hasLogo = (store?.logo ?? null) !== null;
  const { mutate, isPending, error } = useCallMutation('settings.setLogo');
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (!file) return;
    const isTooLarge = file.size > MAX_LOGO_BYTES;
    setProblem(isTooLarge ? t`The image is larger than 512 KiB. Choose a smaller one.` : undefined);
    if (!isTooLarge) mutate({ image: await readBase64(file) });
  }

  return (
    <Box>
      <Typography variant="body2" sx={{ mb: 1, fontWeight: 500 }}>
        {t`Logo`}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <StoreLogo size={56} store={store} />
        <PendingButton
          size="small"
          variant="outlined"
          pending={isPending}
          onClick={() => input.current?.click()}
        >
          {t`Choose a logo`}
        </PendingButton>
        {hasLogo && (
          <PendingButton
            size="small"
            color="inherit"
            isInactive={isPending}
            onClick={() => mutate({ image: null })}
          >
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
          <CallErrorAlert error={error} />
        </Box>
      )}
    </Box>
  );
}

async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
