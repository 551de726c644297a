import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { GrowingTextField } from '#client/ui/form-field.tsx';
import { labelInSentence, t } from '#shared/languages/translate.ts';

const MarkdownPreview = lazyChunk(
  'markdown-preview',
  async () => (await import('./markdown-preview.tsx')).MarkdownPreview,
);

interface MarkdownFieldProps {
  readonly label: string;
  readonly value: string;
  readonly help: string;
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly lang: string;
  readonly onChange: (value: string) => void;
}

/** Edits a text in Markdown, with a preview. */
export function MarkdownField({ label, value, help, error, readOnly, lang, onChange }: MarkdownFieldProps) {
  const [isPreview, setPreview] = useState(false);
  return (
    <Box sx={{ position: 'relative' }}>
      <Button
        size="small"
        aria-pressed={isPreview}
        onClick={() => setPreview(!isPreview)}
        sx={{ position: 'absolute', zIndex: 1, top: -6, right: 0 }}
      >
        {isPreview ? t`Write` : t`Preview`}
      </Button>
      {isPreview ? (
        <Box component="section" aria-label={t`Preview of the ${labelInSentence(label)}`}>
          <Box sx={{ mb: 0.5, typography: 'body2', fontWeight: 500 }}>{label}</Box>
          <Box sx={{ px: 1.75, py: 0.5, minHeight: 180, borderRadius: 1, bgcolor: 'action.hover' }}>
            <Suspense>
              <MarkdownPreview text={value} />
            </Suspense>
          </Box>
        </Box>
      ) : (
        <GrowingTextField
          label={label}
          help={help}
          error={error}
          minRows={8}
          maxRows={24}
          value={value}
          readOnly={readOnly}
          inputProps={{ lang }}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Box>
  );
}
