import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useContext, useId } from 'react';
import { type Density, DensityContext } from '#client/ui/density.ts';
import { t } from '#shared/languages/translate.ts';

/** Chooses the height of rows in tables; saved immediately. */
export function RowDensity() {
  const { density, setDensity } = useContext(DensityContext);
  const labelId = useId();
  return (
    <>
      <Typography id={labelId} variant="body2" sx={{ mt: 2, mb: 1 }}>
        {t`Rows in tables`}
      </Typography>
      <RadioGroup
        aria-labelledby={labelId}
        value={density ?? 'automatic'}
        onChange={(_event, value) => setDensity(value === 'automatic' ? null : (value as Density))}
      >
        <FormControlLabel
          value="automatic"
          control={<Radio />}
          label={t`Automatic: compact in the review queue, comfortable elsewhere`}
        />
        <FormControlLabel value="comfortable" control={<Radio />} label={t`Comfortable`} />
        <FormControlLabel value="compact" control={<Radio />} label={t`Compact`} />
      </RadioGroup>
    </>
  );
}
