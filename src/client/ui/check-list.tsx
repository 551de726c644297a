import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { t } from '#shared/languages/translate.ts';

export interface CheckListProps {
  readonly label: string;
  readonly help?: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly help?: string }[];
  readonly error: string | undefined;
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  /** A search above the choices, where there can be many. */
  readonly search?: ReactNode;
}

/** Number of choices from which all can be selected or cleared at once. */
const MANY_CHOICES = 8;

/** Shows choices of which any number can be selected. */
export function CheckList({ label, help, choices, error, value, onChange, search }: CheckListProps) {
  const id = useId();
  const note = error ?? help;
  const all = choices.map((choice) => choice.value);
  return (
    <FormControl
      component="fieldset"
      fullWidth
      error={error !== undefined}
      {...(note !== undefined && { 'aria-describedby': id })}
    >
      <FormLabel component="legend" sx={{ typography: 'body2', fontWeight: 500, color: 'text.primary' }}>
        {label}
      </FormLabel>
      {search}
      {choices.length >= MANY_CHOICES && (
        <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
          <Button size="small" onClick={() => onChange([...new Set([...value, ...all])])}>
            {t`All`}
          </Button>
          <Button size="small" onClick={() => onChange(value.filter((chosen) => !all.includes(chosen)))}>
            {t`None`}
          </Button>
        </Box>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {choices.map((choice) => (
          <li key={choice.value}>
            <FormControlLabel
              // The box stays beside the first line of a long label.
              sx={{ alignItems: 'flex-start', '& .MuiFormControlLabel-label': { py: '6px' } }}
              control={
                <Checkbox
                  size="small"
                  checked={value.includes(choice.value)}
                  onChange={(_event, checked) =>
                    onChange(
                      checked ? [...value, choice.value] : value.filter((chosen) => chosen !== choice.value),
                    )
                  }
                />
              }
              label={
                <>
                  <Typography variant="body2" component="span">
                    {choice.label}
                  </Typography>
                  {choice.help !== undefined && (
                    <>
                      {' '}
                      <Typography
                        variant="caption"
                        component="code"
                        sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}
                      >
                        {choice.help}
                      </Typography>
                    </>
                  )}
                </>
              }
            />
          </li>
        ))}
      </Box>
      {note !== undefined && (
        <FormHelperText id={id} sx={{ mx: 0 }}>
          {note}
        </FormHelperText>
      )}
    </FormControl>
  );
}
