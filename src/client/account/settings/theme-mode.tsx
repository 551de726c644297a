import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { t } from '#shared/languages/translate.ts';

/** Chooses light, dark or system; MUI stores it in local storage (specification section 4, theme mode). */
export function ThemeMode() {
  const { mode = 'system', setMode } = useColorScheme();
  const labelId = useId();
  return (
    <>
      <Typography id={labelId} variant="body2" sx={{ mb: 1 }}>
        {t`Theme, on this device`}
      </Typography>
      <RadioGroup
        aria-labelledby={labelId}
        value={mode}
        onChange={(_event, value) => setMode(value as 'light' | 'dark' | 'system')}
      >
        <FormControlLabel value="system" control={<Radio />} label={t`Match system`} />
        <FormControlLabel value="light" control={<Radio />} label={t`Light`} />
        <FormControlLabel value="dark" control={<Radio />} label={t`Dark`} />
      </RadioGroup>
    </>
  );
}
