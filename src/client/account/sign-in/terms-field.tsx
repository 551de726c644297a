import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { Suspense, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { Waiting } from '#client/ui/waiting.tsx';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { standardTerms } from '#shared/settings/legal.ts';

const MarkdownPreview = lazyChunk(
  'markdown-preview',
  async () => (await import('#client/components/listing/markdown-preview.tsx')).MarkdownPreview,
);

export interface TermsFieldProps {
  readonly terms: CallResult<'settings.getTerms'>;
  readonly error: string | undefined;
  readonly checkbox: UseFormRegisterReturn;
}

/** Shows the store's terms with a checkbox to accept them. */
export function TermsField({ terms, error, checkbox }: TermsFieldProps) {
  const id = useId();
  const { ref, ...input } = checkbox;
  return (
    <FormControl error={error !== undefined}>
      <Typography id={id} variant="body2" sx={{ mb: 0.5, fontWeight: 500 }}>
        {t`Terms of this store, version ${terms.version}`}
      </Typography>
      <Box
        component="section"
        aria-labelledby={id}
        // A region that scrolls must be reachable by keyboard.
        tabIndex={0}
        sx={{
          maxHeight: 200,
          overflowY: 'auto',
          p: 2,
          borderRadius: 1,
          bgcolor: 'action.hover',
        }}
        {...(terms.text !== null && { lang: terms.text.language })}
      >
        <Suspense fallback={<Waiting sx={{ display: 'block', height: 72 }} />}>
          <MarkdownPreview text={terms.text?.markdown ?? standardTerms()} />
        </Suspense>
      </Box>
      <FormControlLabel
        label={t`I accept these terms.`}
        slotProps={{ typography: { variant: 'body2' } }}
        control={
          <Checkbox
            {...input}
            slotProps={{
              input: { ref, 'aria-describedby': `${id}-error`, 'aria-invalid': error !== undefined },
            }}
          />
        }
      />
      <FormHelperText id={`${id}-error`} sx={{ mx: 0 }}>
        {error}
      </FormHelperText>
    </FormControl>
  );
}
