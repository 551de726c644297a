import Box from '@mui/material/Box';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { t } from '#shared/languages/translate.ts';
import 'react-easy-crop/react-easy-crop.css';
import type { Auth } from '#client/backend/auth.ts';
import { useBackend } from '#client/backend/backend-context.ts';
import { requestResult } from '#client/backend/functions.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import type { User } from '#shared/users/calls.ts';
import { useSavedUser } from './use-saved-user.ts';

export interface AvatarDialogProps {
  readonly picture: File;
  /** A local address of the picture (`blob:`). */
  readonly url: string;
  readonly onClose: () => void;
}

/** Crops a picture to a square and uploads it as the avatar; by pointer, or by arrow keys and the slider. */
export function AvatarDialog({ picture, url, onClose }: AvatarDialogProps) {
  const { auth } = useBackend();
  const keep = useSavedUser();
  const zoomId = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const upload = useMutation({
    mutationFn: ({ x, y, width, height }: Area) =>
      uploadAvatar(auth, picture, { x, y, size: Math.min(width, height) }),
    onSuccess: (user) => {
      keep(user);
      onClose();
    },
  });

  return (
    <ConfirmDialog
      title={t`Crop your photo`}
      confirmLabel={t`Use photo`}
      pending={upload.isPending}
      error={upload.error}
      onConfirm={() => area !== null && upload.mutate(area)}
      onClose={onClose}
    >
      {isUnreadable ? (
        <Typography>{t`The browser can’t open this file. Choose a JPEG, PNG or WebP image.`}</Typography>
      ) : (
        <>
          <Box sx={{ position: 'relative', height: 280, borderRadius: 1, overflow: 'hidden' }}>
            <Cropper
              image={url}
              crop={crop}
              zoom={zoom}
              aspect={1}
              cropShape="round"
              disableAutomaticStylesInjection
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropComplete={(_percentages, pixels) => setArea(pixels)}
              mediaProps={{ alt: t`Your photo`, onError: () => setUnreadable(true) }}
              cropperProps={{
                role: 'group',
                'aria-label': t`Crop area; move it with the arrow keys`,
              }}
            />
          </Box>
          <Box sx={{ px: 1 }}>
            <Typography id={zoomId} variant="body2">
              {t`Zoom`}
            </Typography>
            <Slider
              aria-labelledby={zoomId}
              min={1}
              max={4}
              step={0.1}
              value={zoom}
              onChange={(_event, next) => setZoom(next)}
            />
          </Box>
        </>
      )}
    </ConfirmDialog>
  );
}

/** A square in pixels of the upright picture. */
interface AvatarCrop {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Uploads a square of a picture as the user's avatar and returns their record. Throws a CallError as calls do. */
async function uploadAvatar(auth: Auth, picture: Blob, crop: AvatarCrop): Promise<User> {
  const search = new URLSearchParams(Object.entries(crop).map(([name, value]) => [name, String(value)]));
  const result = await requestResult(auth.fetch(`avatars?${search}`, { method: 'POST', body: picture }));
  return (result as { user: User }).user;
}
