import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { useMemo } from 'react';
import { t } from '#shared/languages/translate.ts';
import { toneSurface } from './tone.ts';
import { type DiffPart, diffWords } from './word-diff.ts';

interface TextDiffProps {
  readonly before: string;
  readonly after: string;
  /** The labels of both sides. */
  readonly labels: { readonly before: string; readonly after: string };
  /** The language of both and its direction; that of the texts if they're unknown. */
  readonly language?: { readonly lang?: string; readonly dir: 'ltr' | 'rtl' | 'auto' };
}

const KINDS = { before: 'removed', after: 'added' } as const;

const UNKNOWN = { dir: 'auto' } as const;

/**
 * Shows two texts side by side, below each other where it is narrow, with the words that differ marked on each side.
 */
export function TextDiff({ before, after, language = UNKNOWN, labels }: TextDiffProps) {
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  return (
    <Box sx={SIDE_BY_SIDE}>
      {(['before', 'after'] as const).map((side) => {
        const shown = parts.filter(({ kind }) => kind === 'same' || kind === KINDS[side]);
        return (
          <Box key={side} sx={{ minWidth: 0 }}>
            <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{labels[side]}</Box>
            <Box {...language} sx={TEXT}>
              {shown.length === 0 ? (
                <Nothing />
              ) : (
                withPositions(shown).map(({ part, at }) => <Part key={at} part={part} />)
              )}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

/** Adds to each part its offset in the text. */
function withPositions(parts: readonly DiffPart[]): { part: DiffPart; at: number }[] {
  let end = 0;
  return parts.map((part) => {
    const at = end;
    end += part.text.length;
    return { part, at };
  });
}

function Nothing() {
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {t`Empty`}
    </Box>
  );
}

function Part({ part: { kind, text } }: { part: DiffPart }) {
  if (kind === 'same') return text;
  return (
    <Box
      component={kind === 'removed' ? 'del' : 'ins'}
      sx={[
        { borderRadius: 0.5, textDecoration: kind === 'removed' ? 'line-through' : 'underline' },
        ...[toneSurface(kind === 'removed' ? 'error' : 'success')].flat(),
      ]}
    >
      {text}
    </Box>
  );
}

/** Two sides of a change. */
export const SIDE_BY_SIDE: SxProps<Theme> = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: { xs: 1, sm: 2 },
};
const TEXT = { typography: 'body2', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;
