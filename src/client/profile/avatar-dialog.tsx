import Box from '@mui/material/Box';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { uploadAvatar } from '#client/backend/account-files.ts';
import { useBackend } from '#client/backend/backend-context.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useSavedUser } from './use-saved-user.ts';

export interface AvatarDialogProps {
  readonly picture: File;
  /** An address of the picture in this page. */
  readonly url: string;
  readonly onClose: () => void;
}

/** Cuts a square out of a picture and makes it the avatar; by pointer, or by arrow keys and the slider. */
export function AvatarDialog({ picture, url, onClose }: AvatarDialogProps) {
  const backend = useBackend();
  const keep = useSavedUser();
  const zoomId = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const upload = useMutation({
    mutationFn: ({ x, y, width, height }: Area) =>
      uploadAvatar(backend, picture, { x, y, size: Math.min(width, height) }),
    onSuccess: (user) => {
      keep(user);
      onClose();
    },
  });

  return (
    <ConfirmDialog
      title="Cut your picture"
      confirmLabel="Use this picture"
      pending={upload.isPending}
      error={upload.error}
      onConfirm={() => area !== null && upload.mutate(area)}
      onClose={onClose}
    >
      {isUnreadable ? (
        <Typography>
          The browser cannot show this file. Choose a JPEG, PNG, WebP, GIF or AVIF picture.
        </Typography>
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
              mediaProps={{ alt: 'Your picture', onError: () => setUnreadable(true) }}
              cropperProps={{
                role: 'group',
                'aria-label': 'The part that is kept; move it by the arrow keys',
              }}
            />
          </Box>
          <Box sx={{ px: 1 }}>
            <Typography id={zoomId} variant="body2">
              Zoom
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
