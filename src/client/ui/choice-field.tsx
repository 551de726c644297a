import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { type Ref, useId } from 'react';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly help?: string;
}

export interface ChoiceFieldProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly error?: string | undefined;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  /** The first choice, which gets the focus when the field is invalid. */
  readonly ref?: Ref<HTMLInputElement>;
}

/**
 * Shows a few choices of which one is selected, each with help; takes the `field` of a react-hook-form Controller.
 */
export function ChoiceField({ label, choices, error, ref, onChange, ...field }: ChoiceFieldProps) {
  const id = useId();
  return (
    <FormControl error={error !== undefined}>
      <FormLabel id={id} sx={{ mb: 0.5, typography: 'body2', fontWeight: 500, color: 'text.primary' }}>
        {label}
      </FormLabel>
      <RadioGroup aria-labelledby={id} {...field} onChange={(_event, value) => onChange(value)}>
        {choices.map((choice, index) => (
          <FormControlLabel
            key={choice.value}
            value={choice.value}
            sx={{ alignItems: 'flex-start', mb: 0.5 }}
            control={
              <Radio
                size="small"
                slotProps={{
                  input: { 'aria-describedby': `${id}-${choice.value}`, ...(index === 0 && { ref }) },
                }}
              />
            }
            disableTypography
            label={
              <Box sx={{ pt: 0.875 }}>
                <Typography variant="body2">{choice.label}</Typography>
                <Typography
                  id={`${id}-${choice.value}`}
                  variant="caption"
                  component="p"
                  sx={{ color: 'text.secondary', lineHeight: 1.45 }}
                >
                  {choice.help}
                </Typography>
              </Box>
            }
          />
        ))}
      </RadioGroup>
      {error !== undefined && <FormHelperText sx={{ mx: 0 }}>{error}</FormHelperText>}
    </FormControl>
  );
}
