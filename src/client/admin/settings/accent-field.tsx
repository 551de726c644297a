import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { Ref } from 'react';
import { FormField } from '#client/ui/form-field.tsx';
import { tooltip } from '#client/ui/tooltip.ts';
import { t } from '#shared/languages/translate.ts';
import { ACCENT_SWATCHES } from '#shared/settings/accent.ts';

interface AccentFieldProps {
  readonly value: string;
  readonly name: string;
  readonly onChange: (accent: string) => void;
  readonly onBlur: () => void;
  readonly ref: Ref<HTMLInputElement>;
  readonly error?: string | undefined;
}

/** Shows the store's accent as text, with a picker and ready-made colours. */
export function AccentField({ value, name, onChange, onBlur, ref, error }: AccentFieldProps) {
  const isColor = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <FormField
      label={t`Accent colour`}
      help={t`Buttons, links and selections. It’s adjusted per theme where it would be hard to read.`}
      error={error}
    >
      {(control) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <OutlinedInput
            {...control}
            inputRef={ref}
            name={name}
            value={value}
            size="small"
            autoComplete="off"
            onBlur={onBlur}
            onChange={(event) => onChange(event.target.value)}
            inputProps={{ maxLength: 7, spellCheck: false }}
            startAdornment={
              <Box
                component="input"
                type="color"
                aria-label={t`Pick a colour`}
                value={isColor ? value.toLowerCase() : '#000000'}
                onChange={(event) => onChange(event.target.value)}
                sx={{
                  width: 28,
                  height: 28,
                  p: 0,
                  mr: 1,
                  flexShrink: 0,
                  border: 0,
                  bgcolor: 'transparent',
                  cursor: 'pointer',
                }}
              />
            }
            sx={{ width: 150, '& input': { fontFamily: 'ui-monospace, Menlo, Consolas, monospace' } }}
          />
          <Box
            component="fieldset"
            aria-label={t`Ready-made colours`}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, m: 0, p: 0, border: 0, minWidth: 0 }}
          >
            {ACCENT_SWATCHES.map(({ label, accent }, at) => (
              <Swatch
                key={accent}
                label={at === 0 ? t`${label} (default)` : label}
                accent={accent}
                isChosen={accent === value.toLowerCase()}
                onChoose={() => onChange(accent)}
              />
            ))}
          </Box>
        </Box>
      )}
    </FormField>
  );
}

interface SwatchProps {
  readonly label: string;
  readonly accent: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Swatch({ label, accent, isChosen, onChoose }: SwatchProps) {
  return (
    <ButtonBase
      aria-label={label}
      {...tooltip(label, { isDescription: false })}
      aria-pressed={isChosen}
      onClick={onChoose}
      sx={{ width: 36, height: 36, borderRadius: '50%' }}
    >
      <Box
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 28,
          height: 28,
          borderRadius: '50%',
          bgcolor: accent,
          forcedColorAdjust: 'none',
          color: (theme) => theme.palette.getContrastText(accent),
          boxShadow: 'inset 0 0 0 1px rgba(128, 128, 128, 0.6)',
        }}
      >
        {isChosen && <CheckIcon aria-hidden sx={{ fontSize: 18 }} />}
      </Box>
    </ButtonBase>
  );
}
