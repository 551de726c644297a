import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { isSame } from '#client/ui/is-same.ts';
import { t } from '#shared/languages/translate.ts';
import type { Editing } from './use-autosave.ts';

type MergeSide = 'mine' | 'theirs';

interface MergeViewProps<Value> {
  readonly labels: Readonly<Record<keyof Value & string, string>>;
  readonly editing: Editing<Value>;
}

/** Shows both sides of a conflict, field by field, to choose from. */
export function MergeView<Value extends object>({ labels, editing }: MergeViewProps<Value>) {
  const { value: mine, base } = editing;
  const theirs = editing.theirs ?? base;
  const fields = (Object.keys(labels) as (keyof Value & string)[]).filter(
    (field) => !isSame(mine[field], theirs.value[field]),
  );
  const [chosen, setChosen] = useState<Partial<Record<keyof Value, MergeSide>>>({});
  // Changes of only one side are kept.
  const sideOf = (field: keyof Value): MergeSide =>
    chosen[field] ?? (isSame(mine[field], base.value[field]) ? 'theirs' : 'mine');

  function merge() {
    const kept = fields.filter((field) => sideOf(field) === 'mine').map((field) => [field, mine[field]]);
    void editing.merge({ ...theirs.value, ...Object.fromEntries(kept) });
  }

  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Alert severity="warning">
        {t`This changed in another tab, or someone else changed it. Choose what to keep for each field, then save.`}
      </Alert>
      {fields.map((field) => (
        <SideChoice
          key={field}
          label={labels[field]}
          mine={mine[field]}
          theirs={theirs.value[field]}
          side={sideOf(field)}
          onSide={(side) => setChosen({ ...chosen, [field]: side })}
        />
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="contained" onClick={merge}>
          {t`Save selection`}
        </Button>
        <Button onClick={() => editing.discard()}>{t`Keep all of theirs`}</Button>
      </Box>
    </Box>
  );
}

interface SideChoiceProps {
  readonly label: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly side: MergeSide;
  readonly onSide: (side: MergeSide) => void;
}

function SideChoice({ label, mine, theirs, side, onSide }: SideChoiceProps) {
  const id = useId();
  const sides = [
    { value: 'mine', words: t`Yours`, content: mine },
    { value: 'theirs', words: t`Saved by others`, content: theirs },
  ] as const;
  return (
    <FormControl>
      <FormLabel id={id} sx={{ mb: 1, fontWeight: 600, color: 'text.primary' }}>
        {label}
      </FormLabel>
      <RadioGroup
        aria-labelledby={id}
        value={side}
        onChange={(_event, next) => onSide(next as MergeSide)}
        sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' }, gap: 1.5 }}
      >
        {sides.map(({ value, words, content }) => (
          <Box
            key={value}
            sx={{
              px: 2,
              py: 1,
              minWidth: 0,
              borderRadius: 1,
              border: 1,
              borderColor: side === value ? 'primary.main' : 'divider',
              bgcolor: side === value ? 'action.hover' : 'transparent',
            }}
          >
            <FormControlLabel value={value} control={<Radio size="small" />} label={words} />
            <Typography
              variant="body2"
              component="section"
              dir="auto"
              tabIndex={0}
              aria-label={`${label}: ${words}`}
              sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 200, overflowY: 'auto' }}
            >
              {describeContent(content)}
            </Typography>
          </Box>
        ))}
      </RadioGroup>
    </FormControl>
  );
}

function describeContent(content: unknown): string {
  const text = Array.isArray(content) ? content.join(', ') : String(content ?? '');
  return text === '' ? t`(empty)` : text;
}
