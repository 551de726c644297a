import UploadFileIcon from '@mui/icons-material/UploadFile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { type DragEvent, useId, useRef, useState } from 'react';

export interface DropZoneProps {
  /** The instruction, as a sentence. */
  readonly title: string;
  /** The label of the button: "Choose an APK". */
  readonly buttonLabel: string;
  /** The file name's ending, such as `.apk`. */
  readonly accept: string;
  /** The reason why the last file was rejected. */
  readonly error: string | null;
  readonly onFile: (file: File) => void;
  /** Accepts several files; without it only the first one is taken. */
  readonly onFiles?: (files: readonly File[]) => void;
  /** True for the one primary action of its page. */
  readonly isPrimary?: boolean;
}

/** Accepts files by dropping or with a button. */
export function DropZone({
  title,
  buttonLabel,
  accept,
  error,
  onFile,
  onFiles,
  isPrimary = true,
}: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const errorId = useId();

  function take(files: FileList | null) {
    const [file, ...others] = files ?? [];
    if (file === undefined) return;
    if (others.length > 0 && onFiles) onFiles([file, ...others]);
    else onFile(file);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  }

  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 2,
        px: 2,
        py: { xs: 4, sm: 7 },
        textAlign: 'center',
        border: `2px ${isOver ? 'solid' : 'dashed'}`,
        borderColor: error === null ? (isOver ? 'primary.main' : 'divider') : 'error.main',
        borderRadius: 2,
        bgcolor: isOver ? 'action.hover' : 'transparent',
      }}
    >
      <UploadFileIcon aria-hidden sx={{ fontSize: 40, color: 'text.secondary' }} />
      <Typography sx={{ maxWidth: 480 }}>{title}</Typography>
      <Button
        variant={isPrimary ? 'contained' : 'outlined'}
        onClick={() => input.current?.click()}
        {...(error !== null && { 'aria-describedby': errorId })}
      >
        {buttonLabel}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={onFiles !== undefined}
        accept={accept}
        aria-label={buttonLabel}
        onChange={(event) => {
          take(event.target.files);
          // Allows choosing the same file again after an error.
          event.target.value = '';
        }}
      />
      {error !== null && (
        <FormHelperText
          id={errorId}
          error
          role="alert"
          sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}
        >
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}
