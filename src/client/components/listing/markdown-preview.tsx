import Box from '@mui/material/Box';
import Markdown from 'react-markdown';
import { t } from '#shared/languages/translate.ts';
import { htmlToMarkdown } from '#shared/listings/html.ts';
import { DESCRIPTION_ELEMENTS, isShownPlain, keepShallow, keepText } from '#shared/listings/markdown.ts';

/** Headings in the preview start one level below the section's. */
const COMPONENTS = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6' } as const;

/** Shows a text in Markdown as store clients and pages do, with only the elements that they support. */
export function MarkdownPreview({ text }: { text: string }) {
  return (
    <Box
      sx={{
        typography: 'body2',
        overflowWrap: 'anywhere',
        '& h1, & h2, & h3, & h4, & h5, & h6': { fontSize: '1rem', fontWeight: 600, my: 1 },
        '& a': { color: 'primary.main' },
        '& blockquote': { mx: 0, pl: 2, borderLeft: 3, borderColor: 'divider' },
        '& pre': { overflowX: 'auto' },
      }}
    >
      <Description text={htmlToMarkdown(text)} />
    </Box>
  );
}

function Description({ text }: { text: string }) {
  if (text.trim() === '') return <p>{t`Nothing to preview.`}</p>;
  if (isShownPlain(text)) {
    return (
      <>
        <p>{t`This text is shown without formatting because a line has too many nested quotes or lists.`}</p>
        <Box component="p" sx={{ whiteSpace: 'pre-wrap' }}>
          {text}
        </Box>
      </>
    );
  }
  return (
    <Markdown
      allowedElements={[...DESCRIPTION_ELEMENTS]}
      components={COMPONENTS}
      remarkPlugins={[keepShallow, keepText]}
      unwrapDisallowed
      skipHtml
    >
      {text}
    </Markdown>
  );
}
