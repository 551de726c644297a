import Alert from '@mui/material/Alert';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useRef, useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { MAX_AVATAR_BYTES, PICTURE_TYPES } from '#shared/images/limits.ts';
import { t } from '#shared/languages/translate.ts';
import type { User } from '#shared/users/calls.ts';
import { useSavedUser } from './use-saved-user.ts';

const AvatarDialog = lazyChunk(
  'avatar-dialog',
  async () => (await import('./avatar-dialog.tsx')).AvatarDialog,
  'window',
);

/** Shows the user's photo, with buttons to choose, crop and remove it. */
export function AvatarField({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ picture: File; url: string } | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const remove = useCallMutation('users.removeAvatar');
  const keep = useSavedUser();

  function choose(file: File | undefined) {
    if (file === undefined) return;
    setTooLarge(file.size > MAX_AVATAR_BYTES);
    if (file.size <= MAX_AVATAR_BYTES) setChosen({ picture: file, url: URL.createObjectURL(file) });
  }

  function close() {
    if (chosen !== null) URL.revokeObjectURL(chosen.url);
    setChosen(null);
  }

  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'center', alignContent: 'start', width: { sm: 140 } }}>
      <Avatar
        {...(user.photoURL !== null && { src: user.photoURL })}
        alt=""
        sx={{ width: 96, height: 96, bgcolor: 'primary.main' }}
      >
        {(user.displayName ?? user.email).charAt(0).toUpperCase()}
      </Avatar>
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURE_TYPES.join(',')}
        aria-label={t`Photo file`}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // Allows choosing the same file again after cropping was cancelled.
          event.target.value = '';
        }}
      />
      <Button size="small" onClick={() => input.current?.click()}>
        {user.photoURL === null ? t`Add photo` : t`Change photo`}
      </Button>
      {user.photoURL !== null && (
        <PendingButton
          size="small"
          color="error"
          pending={remove.isPending}
          onClick={() => remove.mutate({}, { onSuccess: (result) => keep(result.user) })}
        >
          {t`Remove photo`}
        </PendingButton>
      )}
      {isTooLarge && (
        <Alert severity="error">{t`The photo is larger than 5 MiB. Choose a smaller one.`}</Alert>
      )}
      {remove.error !== null && <CallErrorAlert error={remove.error} />}
      {chosen !== null && (
        <Suspense>
          <AvatarDialog {...chosen} onClose={close} />
        </Suspense>
      )}
    </Box>
  );
}
