import AddPhotoIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import { useRef } from 'react';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { PICTURE_TYPES } from '#shared/images/limits.ts';

interface ChoosePicturesButtonProps {
  /** The button's label, such as "Add phone screenshots". */
  readonly label: string;
  readonly multiple?: boolean;
  /** The reason why no picture can be added; null when one can. */
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
        accept={PICTURE_TYPES.join(',')}
        multiple={multiple}
        aria-label={label}
        onChange={(event) => {
          const pictures = [...(event.target.files ?? [])];
          if (pictures.length > 0) onPictures(pictures);
          // Allows choosing the same file again after it was rejected.
          event.target.value = '';
        }}
      />
    </>
  );
}
