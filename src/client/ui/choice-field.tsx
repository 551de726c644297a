import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio, { type RadioProps } from '@mui/material/Radio';
import Typography from '@mui/material/Typography';
import { type Ref, useId } from 'react';

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly help?: string;
}

interface ChoiceFieldProps extends Pick<RadioProps, 'name' | 'onChange' | 'onBlur' | 'disabled'> {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/** One of a few choices, each with a line of help; takes what `register` of react-hook-form gives. */
export function ChoiceField({ label, choices, error, ref, ...input }: ChoiceFieldProps) {
  const id = useId();
  return (
    <FormControl component="fieldset" error={error !== undefined} disabled={input.disabled ?? false}>
      <FormLabel component="legend" sx={{ mb: 0.5, typography: 'body2', fontWeight: 500, color: 'text.primary' }}>
        {label}
      </FormLabel>
      {choices.map((choice) => (
        <FormControlLabel
          key={choice.value}
          value={choice.value}
          sx={{ alignItems: 'flex-start', mb: 0.5 }}
          control={
            <Radio
              {...input}
              size="small"
              slotProps={{ input: { ref, 'aria-describedby': `${id}-${choice.value}` } }}
            />
          }
          disableTypography
          label={
            <Box sx={{ pt: 0.75 }}>
              <Typography variant="body2">{choice.label}</Typography>
              <Typography id={`${id}-${choice.value}`} variant="caption" sx={{ color: 'text.secondary' }}>
                {choice.help}
              </Typography>
            </Box>
          }
        />
      ))}
      {error !== undefined && <FormHelperText sx={{ mx: 0 }}>{error}</FormHelperText>}
    </FormControl>
  );
}
