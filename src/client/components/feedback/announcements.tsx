import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Snackbar from '@mui/material/Snackbar';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { t } from '#shared/languages/translate.ts';

/** Milliseconds for which an announcement stays, unless the pointer or the focus is in it. */
const SHOWN_MS = 10_000;

type Announce = (content: ReactNode) => void;

const AnnounceContext = createContext<Announce>(() => undefined);

/** Returns a function that says something at the bottom of the window, also when another screen opens. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}

interface Announced {
  readonly id: number;
  readonly content: ReactNode;
}

/** Shows the last announcement of the screens inside. */
export function Announcements({ children }: { children: ReactNode }) {
  const [last, setLast] = useState<Announced | null>(null);
  const [announce] = useState(
    (): Announce => (content) => setLast((before) => ({ id: (before?.id ?? 0) + 1, content })),
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      {/* It is there before it says something, because screen readers announce what changes. */}
      <Box component="output">
        {last !== null && (
          <Snackbar
            key={last.id}
            open
            autoHideDuration={SHOWN_MS}
            anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
            // Above what stays at the bottom of a phone, such as the buttons of a review.
            sx={{ bottom: { xs: 132, md: 24 }, maxWidth: 560 }}
            onClose={(_event, reason) => {
              if (reason !== 'clickaway') setLast(null);
            }}
          >
            <Paper
              elevation={6}
              sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 2, pr: 1, py: 1, width: '100%' }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>{last.content}</Box>
              <IconButton size="small" aria-label={t`Close`} onClick={() => setLast(null)}>
                <CloseIcon fontSize="small" aria-hidden />
              </IconButton>
            </Paper>
          </Snackbar>
        )}
      </Box>
    </AnnounceContext>
  );
}
