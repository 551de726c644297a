import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { Page } from '#client/ui/page.tsx';
import { Section } from '#client/ui/section.tsx';
import { CallReference } from './call-reference.tsx';
import { ErrorCodes } from './error-codes.tsx';
import {
  curlText,
  REFERENCE,
  type ReferenceCall,
  signInRequest,
  tokenRequest,
  uploadRequest,
} from './examples.ts';

const ANSWERS = `{ "result": { … } }
{ "error": { "status": "NOT_FOUND", "message": "…", "details": { … } } }`;

/** How programs use the store: the address, the token, the calls, the upload, the errors. */
export default function ApiPage() {
  const { baseUrl } = useBackend().settings;
  const token = `TOKEN=$(${curlText(tokenRequest(baseUrl), ['-b cookies.txt'])} | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`;
  return (
    <Page title="API" status="Everything this console does with apps and versions, your programs can do too.">
      <Section title="Address and answers">
        <CodeBlock code={baseUrl} label="Base address" />
        <Typography variant="body2" sx={{ my: 1.5, maxWidth: 720 }}>
          Each call is a POST to <code>us-central1/</code> and its name below the base address, with a JSON
          body that holds <code>data</code>. The answer holds <code>result</code>, or <code>error</code> with
          a code, a message and sometimes details.
        </Typography>
        <CodeBlock code={ANSWERS} label="Answers" />
      </Section>
      <Section title="Token">
        <Typography variant="body2" sx={{ mb: 1.5, maxWidth: 720 }}>
          Sign in once, then get a token. It lives for a short time: get a new one with the same cookie when a
          call answers <code>UNAUTHENTICATED</code>. In the commands, names with a dollar sign are shell
          variables that you set.
        </Typography>
        <Box sx={{ display: 'grid', gap: 1 }}>
          <CodeBlock code={curlText(signInRequest(baseUrl), ['-c cookies.txt'])} label="Sign in" />
          <CodeBlock code={token} label="Get a token" />
        </Box>
      </Section>
      <Box component="section" aria-labelledby="calls" sx={{ mb: 3 }}>
        <Typography id="calls" variant="h2" sx={{ mb: 1.5 }}>
          Calls
        </Typography>
        {(Object.keys(REFERENCE) as ReferenceCall[]).map((name) => (
          <CallReference key={name} name={name} baseUrl={baseUrl} />
        ))}
      </Box>
      <Section title="Uploading the file">
        <Typography variant="body2" sx={{ mb: 1.5, maxWidth: 720 }}>
          <code>versions.create</code> answers with <code>upload.url</code>. Send the file there by the
          resumable upload protocol tus 1.0.0, with any tus client or in one piece. When the connection
          breaks, ask with HEAD for <code>Upload-Offset</code> and send the rest from there. Then ask{' '}
          <code>versions.get</code> until the status is no longer <code>analysing</code>.
        </Typography>
        <CodeBlock code={curlText(uploadRequest())} label="Upload" />
      </Section>
      <Section title="Errors">
        <ErrorCodes />
      </Section>
    </Page>
  );
}
