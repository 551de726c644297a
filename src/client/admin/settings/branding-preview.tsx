import AutoFixHighIcon from '@mui/icons-material/AutoFixHigh';
import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useCallQuery } from '#client/backend/use-call.ts';
import { StoreLogo } from '#client/components/store/store-logo.tsx';
import { SCREENS } from '#client/screens.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';
import { ACCENT_SCHEMES, accentVariables, deriveAccent } from '#shared/settings/accent.ts';
import { type StoreSettings, wholeSettingsSchema } from '#shared/settings/settings.ts';

const TITLES = { light: t`Light theme`, dark: t`Dark theme` } as const;

type Scheme = keyof typeof TITLES;

/** Shows the entered branding in both themes, with the contrast of its accent. */
export function BrandingPreview({ control }: { control: Control<StoreSettings> }) {
  const entered = useWatch({ control, name: 'accent' });
  const [valid, setValid] = useState(entered);
  const { data } = wholeSettingsSchema.shape.accent.safeParse(entered);
  // An incomplete color leaves the preview as it was.
  if (data !== undefined && data !== valid) setValid(data);
  return (
    <Box
      component="fieldset"
      aria-label={t`Preview`}
      sx={{
        m: 0,
        p: 0,
        border: 0,
        minWidth: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { sm: '1fr 1fr' },
        maxWidth: '100%',
      }}
    >
      {ACCENT_SCHEMES.map((scheme) => (
        <Box key={scheme} sx={{ minWidth: 0 }}>
          <Typography variant="body2" sx={{ mb: 0.5, fontWeight: 500 }}>
            {TITLES[scheme]}
          </Typography>
          <Sample control={control} scheme={scheme} accent={valid} />
          <Contrast scheme={scheme} accent={valid} />
        </Box>
      ))}
    </Box>
  );
}

interface SampleProps {
  readonly scheme: Scheme;
  readonly accent: string;
}

/** Shows a piece of the console in one theme. */
function Sample({ control, scheme, accent }: SampleProps & { control: Control<StoreSettings> }) {
  const [storeName, tagline] = useWatch({ control, name: ['storeName', 'tagline'] });
  const { data: store } = useCallQuery('settings.get', {});
  return (
    <Box
      data-color-scheme={scheme}
      style={accentVariables(accent, scheme)}
      sx={{
        overflow: 'hidden',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.default',
        color: 'text.primary',
        // It shows the store's own colours.
        forcedColorAdjust: 'none',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 2,
          minHeight: 64,
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <StoreLogo size={32} store={store} />
        <Box sx={{ minWidth: 0 }}>
          <Typography noWrap sx={{ lineHeight: 1.4, fontWeight: 600 }}>
            {storeName}
          </Typography>
          {tagline !== '' && (
            <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
              {tagline}
            </Typography>
          )}
        </Box>
      </Box>
      <Box sx={{ display: 'grid', gap: 2, p: 2, bgcolor: 'background.paper' }}>
        <Typography
          variant="body2"
          sx={{
            px: 1.5,
            py: 0.75,
            borderRadius: 1,
            fontWeight: 600,
            color: 'primary.main',
            bgcolor: 'rgba(var(--mui-palette-primary-mainChannel) / 0.1)',
          }}
        >
          {SCREENS.apps.title}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Typography
            variant="button"
            sx={{ px: 2, py: 0.75, borderRadius: 1, bgcolor: 'primary.main', color: 'primary.contrastText' }}
          >
            {t`New app`}
          </Typography>
          <Typography variant="body2" sx={{ color: 'primary.main', textDecoration: 'underline' }}>
            {t`View in store`}
          </Typography>
        </Box>
      </Box>
    </Box>
  );
}

/** Says how readable the accent is in one theme, and if it was adjusted for that. */
function Contrast({ scheme, accent }: SampleProps) {
  const { main, isAdapted, ratio, chosenRatio } = deriveAccent(accent)[scheme];
  const Icon = isAdapted ? AutoFixHighIcon : CheckCircleIcon;
  return (
    <Typography
      variant="body2"
      sx={{ display: 'flex', gap: 0.75, mt: 1, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
    >
      <Icon
        aria-hidden
        sx={{ mt: 0.25, fontSize: 16, flexShrink: 0, color: isAdapted ? 'info.main' : 'success.main' }}
      />
      {isAdapted ? (
        <span>{t`Adjusted to ${main}: contrast ${formatRatio(ratio)} instead of ${formatRatio(chosenRatio)}.`}</span>
      ) : (
        <span>{t`Used as it is: contrast ${formatRatio(ratio)}.`}</span>
      )}
    </Typography>
  );
}

/** Rounds down, because rounding up could claim what is not reached. */
function formatRatio(ratio: number): string {
  return `${formatNumber(Math.floor(ratio * 10) / 10, { minimumFractionDigits: 1 })}:1`;
}
