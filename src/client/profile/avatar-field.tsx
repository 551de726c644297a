import Alert from '@mui/material/Alert';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useRef, useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import type { User } from '#shared/users/calls.ts';
import { useSavedUser } from './use-saved-user.ts';

const AvatarDialog = lazy(async () => ({ default: (await import('./avatar-dialog.tsx')).AvatarDialog }));

/** What the server takes at most, in bytes (`POST {base}avatars`). */
const MAX_BYTES = 5 * 1024 ** 2;

/** The person's picture: choosing one, cutting it, removing it. */
export function AvatarField({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ picture: File; url: string } | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const remove = useCallMutation('users.removeAvatar', { invalidates: ['users.me'] });
  const keep = useSavedUser();

  function choose(file: File | undefined) {
    if (file === undefined) return;
    setTooLarge(file.size > MAX_BYTES);
    if (file.size <= MAX_BYTES) setChosen({ picture: file, url: URL.createObjectURL(file) });
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
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        aria-label="Picture file"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // The same file may be chosen again after a cancelled cut.
          event.target.value = '';
        }}
      />
      <Button size="small" onClick={() => input.current?.click()}>
        {user.photoURL === null ? 'Add a picture' : 'Change picture'}
      </Button>
      {user.photoURL !== null && (
        <Button
          size="small"
          color="error"
          loading={remove.isPending}
          onClick={() => remove.mutate({}, { onSuccess: (result) => keep(result.user) })}
        >
          Remove picture
        </Button>
      )}
      {isTooLarge && <Alert severity="error">The picture is larger than 5 MiB. Choose a smaller one.</Alert>}
      {remove.error !== null && <CallErrorAlert error={remove.error} />}
      {chosen !== null && (
        <Suspense>
          <AvatarDialog {...chosen} onClose={close} />
        </Suspense>
      )}
    </Box>
  );
}
