import AddPhotoIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import { useRef } from 'react';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { PICTURE_TYPES } from './check-picture.ts';

interface ChoosePicturesButtonProps {
  /** A verb and what is chosen: "Add phone screenshots". */
  readonly label: string;
  readonly multiple?: boolean;
  /** Why no picture can be added; null when one can. */
  readonly reason: string | null;
  readonly onPictures: (pictures: File[]) => void;
}

/** Opens the file chooser for pictures. */
export function ChoosePicturesButton({
  label,
  multiple = false,
  reason,
  onPictures,
}: ChoosePicturesButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ReasonedButton
        size="small"
        variant="outlined"
        startIcon={<AddPhotoIcon />}
        reason={reason}
        onClick={() => input.current?.click()}
      >
        {label}
      </ReasonedButton>
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURE_TYPES}
        multiple={multiple}
        aria-label={label}
        onChange={(event) => {
          const pictures = [...(event.target.files ?? [])];
          if (pictures.length > 0) onPictures(pictures);
          // The same picture may be chosen again after it was refused.
          event.target.value = '';
        }}
      />
    </>
  );
}
