import Box from '@mui/material/Box';
import Markdown from 'react-markdown';
import { DESCRIPTION_ELEMENTS } from '#shared/listings/markdown.ts';

/** One level below the section that the preview is in. */
const COMPONENTS = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6' } as const;

/** A description as people see it: the elements that store clients show, and nothing that runs or loads. */
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
      {text.trim() === '' ? (
        <p>Nothing is written yet.</p>
      ) : (
        <Markdown
          allowedElements={[...DESCRIPTION_ELEMENTS]}
          components={COMPONENTS}
          unwrapDisallowed
          skipHtml
        >
          {text}
        </Markdown>
      )}
    </Box>
  );
}
