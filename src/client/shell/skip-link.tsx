import Button from '@mui/material/Button';
import { t } from '#shared/languages/translate.ts';

/** Moves keyboard users past the menu. A button, because the page's base would turn `#main` into a path. */
export function SkipLink() {
  return (
    <Button
      variant="contained"
      onClick={() => document.getElementById('main')?.focus()}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: (theme) => theme.zIndex.tooltip,
        transform: 'translateY(-200%)',
        '&:focus': { transform: 'none' },
      }}
    >
      {t`Skip to content`}
    </Button>
  );
}
