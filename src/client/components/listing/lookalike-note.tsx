import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useCallQuery } from '#client/backend/use-call.ts';
import { t } from '#shared/languages/translate.ts';
import type { Lookalike } from '#shared/listings/lookalike.ts';
import type { MarkKind } from '#shared/packages/mark-kinds.ts';

/** Warns a publisher that an app looks like public ones of others, before somebody reviews it. */
export function LookalikeNote({ appId }: { appId: string }) {
  const { data } = useCallQuery('apps.getLookalikes', { appId });
  return (data?.lookalikes ?? []).slice(0, MAX_SHOWN).map((lookalike) => (
    <Alert key={lookalike.other.id} severity="warning" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      <AlertTitle>{t`Looks like another app in this store: ${lookalike.other.name} by ${lookalike.other.publisher}`}</AlertTitle>
      <SharedMarks pairs={lookalike.pairs} />
      {t`It needs manual review. Choose something else, or tell the reviewer why you may use it.`}
    </Alert>
  ));
}

/** Further apps look like these ones. */
const MAX_SHOWN = 3;

const LABELS: Record<MarkKind, string> = {
  name: t`Name`,
  developer: t`Publisher name`,
  id: t`Application ID`,
  icon: t`Icon`,
};

/** Lists what of two apps looks alike, each with the other app's. */
export function SharedMarks({ pairs }: Pick<Lookalike, 'pairs'>) {
  return (
    <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
      {pairs.map(({ kind, value, otherValue }) => (
        <li key={`${kind} ${value} ${otherValue}`}>
          {kind === 'icon' ? LABELS.icon : t`${LABELS[kind]}: “${value}” and “${otherValue}”`}
          {kind !== 'icon' && codesOf(value, otherValue)}
        </li>
      ))}
    </Box>
  );
}

/** Code points that are named. */
const MAX_CODES = 5;

/** Returns the characters of a text that look like others, because nobody sees that they are different: " (U+0430)". */
function codesOf(value: string, otherValue: string): string {
  const foreign = [...new Set(value)].filter((one) => one > '~' && !otherValue.includes(one));
  const codes = foreign.map(
    (one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return codes.length === 0 ? '' : ` (${codes.slice(0, MAX_CODES).join(', ')})`;
}
