import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ClipboardEvent, Suspense, useState } from 'react';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { GrowingTextField } from '#client/ui/form-field.tsx';
import { textAttributes } from '#shared/languages/direction.ts';
import { labelInSentence, t } from '#shared/languages/translate.ts';
import { htmlToMarkdown, pastedMarkdown } from '#shared/listings/html.ts';
import { isHtml } from '#shared/listings/html-tags.ts';

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

/** Edits a text in Markdown, with a preview. HTML becomes Markdown when it is pasted, and by a button. */
export function MarkdownField({ label, value, help, error, readOnly, lang, onChange }: MarkdownFieldProps) {
  const [isPreview, setPreview] = useState(false);
  /** The text after the last paste of HTML; null before one. */
  const [pasted, setPasted] = useState<string | null>(null);
  const paste = (event: ClipboardEvent) => {
    const { clipboardData, target: area } = event;
    const markdown = pastedMarkdown({
      html: clipboardData.getData('text/html'),
      text: clipboardData.getData('text/plain'),
    });
    if (markdown === null || readOnly || !(area instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    insertText(area, markdown);
    onChange(area.value);
    setPasted(area.value);
  };
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
          <Box
            {...textAttributes(lang)}
            sx={{ px: 1.75, py: 0.5, minHeight: 180, borderRadius: 1, bgcolor: 'action.hover' }}
          >
            <Suspense>
              <MarkdownPreview text={value} />
            </Suspense>
          </Box>
        </Box>
      ) : (
        <GrowingTextField
          onPaste={paste}
          label={label}
          help={help}
          error={error}
          minRows={8}
          maxRows={24}
          value={value}
          readOnly={readOnly}
          inputProps={textAttributes(lang)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <HtmlNote
        {...{ value, readOnly }}
        isPasted={pasted === value}
        onConvert={() => onChange(htmlToMarkdown(value))}
      />
    </Box>
  );
}

interface HtmlNoteProps {
  readonly value: string;
  readonly isPasted: boolean;
  readonly readOnly: boolean;
  readonly onConvert: () => void;
}

/** Says what happened to pasted HTML, or happens to typed HTML when it is saved. */
function HtmlNote({ value, isPasted, readOnly, onConvert }: HtmlNoteProps) {
  const hasHtml = isHtml(value);
  return (
    <Box component="output" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      {(hasHtml || isPasted) && (
        <Typography variant="caption">
          {hasHtml
            ? t`This text has HTML. It’s shown and saved as Markdown.`
            : t`Pasted HTML became Markdown.`}
        </Typography>
      )}
      {hasHtml && !readOnly && (
        <Button size="small" onClick={onConvert}>
          {t`Convert to Markdown`}
        </Button>
      )}
    </Box>
  );
}

/** Inserts a text in place of what is selected, so that it can be undone where the browser supports that. */
function insertText(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  if (area.ownerDocument.execCommand?.('insertText', false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
}
