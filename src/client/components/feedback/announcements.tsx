import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { t } from '#shared/languages/translate.ts';

/** Seconds for which an announcement stays, unless the pointer or the focus is in it. */
const SHOWN_SECONDS = 10;

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
  const close = (id: number) => setLast((current) => (current?.id === id ? null : current));
  return (
    <AnnounceContext value={announce}>
      {children}
      {/* It is there before it says something, because screen readers announce what changes. */}
      <Box component="output" sx={REGION}>
        {last !== null && (
          <Announcement key={last.id} content={last.content} onClose={() => close(last.id)} />
        )}
      </Box>
    </AnnounceContext>
  );
}

function Announcement({ content, onClose }: { content: ReactNode; onClose: () => void }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onClose, SHOWN_SECONDS * 1000);
    return () => clearTimeout(timer);
  });
  return (
    <Paper
      elevation={6}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 2, pr: 1, py: 1, pointerEvents: 'auto' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>{content}</Box>
      <IconButton size="small" aria-label={t`Close`} onClick={onClose}>
        <CloseIcon fontSize="small" aria-hidden />
      </IconButton>
    </Paper>
  );
}

/** Above what stays at the bottom of a phone, such as the buttons of a review. */
const REGION = {
  position: 'fixed',
  zIndex: 'snackbar',
  bottom: { xs: 132, md: 24 },
  left: { xs: 16, md: 24 },
  right: { xs: 16, md: 'auto' },
  maxWidth: 560,
  pointerEvents: 'none',
} as const;
