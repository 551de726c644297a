import DensityMediumIcon from '@mui/icons-material/DensityMedium';
import DensitySmallIcon from '@mui/icons-material/DensitySmall';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useContext } from 'react';
import { t } from '#shared/languages/translate.ts';
import { type Density, DensityContext, useDensity } from './density.ts';
import { tooltip } from './tooltip.ts';

/** Switches all tables of the user between comfortable and compact rows. Cards on phones have no rows to switch. */
export function DensitySwitch({ preferred }: { preferred?: Density }) {
  const { setDensity } = useContext(DensityContext);
  const density = useDensity(preferred);
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={t`Row height`}
      value={density}
      onChange={(_event, next: Density | null) => next !== null && setDensity(next)}
      sx={{ display: { xs: 'none', sm: 'inline-flex' }, height: 40 }}
    >
      <ToggleButton value="comfortable" aria-label={t`Comfortable`} {...tooltip(t`Comfortable rows`)}>
        <DensityMediumIcon fontSize="small" />
      </ToggleButton>
      <ToggleButton value="compact" aria-label={t`Compact`} {...tooltip(t`Compact rows`)}>
        <DensitySmallIcon fontSize="small" />
      </ToggleButton>
    </ToggleButtonGroup>
  );
}
