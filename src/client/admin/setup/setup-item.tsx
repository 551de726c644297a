import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import RadioButtonUncheckedIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { visuallyHidden } from '#client/ui/visually-hidden.ts';
import { t } from '#shared/languages/translate.ts';

export interface SetupItemProps {
  readonly title: string;
  readonly isDone: boolean;
  /** Explains the step; not shown once it is done. */
  readonly text: string;
  /** Shown instead once it is done. */
  readonly doneText?: string | undefined;
  /** The actions of the step. */
  readonly children: ReactNode;
}

/** Shows a step of the set-up: done with a check, otherwise with its actions. */
export function SetupItem({ title, isDone, text, doneText, children }: SetupItemProps) {
  const shownText = isDone ? doneText : text;
  // A step done by a click keeps its height, or the next button would move away while somebody clicks it.
  const [minHeight, setMinHeight] = useState(0);
  return (
    <Box
      component="li"
      style={{ minHeight }}
      onClickCapture={(event) => setMinHeight(event.currentTarget.offsetHeight)}
      sx={{ display: 'flex', gap: 1.5, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      {isDone ? (
        <CheckCircleIcon aria-hidden color="success" fontSize="small" sx={{ mt: 0.25 }} />
      ) : (
        <RadioButtonUncheckedIcon aria-hidden fontSize="small" sx={{ mt: 0.25, color: 'text.secondary' }} />
      )}
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, auto)' },
          columnGap: 3,
          rowGap: 1,
          alignItems: 'start',
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography
            variant="body1"
            component="h3"
            sx={{ fontWeight: isDone ? 400 : 600, color: isDone ? 'text.secondary' : 'text.primary' }}
          >
            {title}
            {isDone && (
              <Box component="span" sx={visuallyHidden}>
                {t`: done`}
              </Box>
            )}
          </Typography>
          {shownText !== undefined && (
            <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: 560 }}>
              {shownText}
            </Typography>
          )}
        </Box>
        {!isDone && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, maxWidth: { md: 360 } }}>{children}</Box>
        )}
      </Box>
    </Box>
  );
}
