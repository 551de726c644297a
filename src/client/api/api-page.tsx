import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { Page } from '#client/ui/page.tsx';
import { Section } from '#client/ui/section.tsx';
import { CallReference } from './call-reference.tsx';
import { ErrorCodes } from './error-codes.tsx';
import { callRequest, curlText, REFERENCE, type ReferenceCall, uploadRequest } from './examples.ts';
import { TokensSection } from './tokens-section.tsx';

const ANSWERS = `{ "result": { … } }
{ "error": { "status": "NOT_FOUND", "message": "…", "details": { … } } }`;

/** How programs use the store: the address, the token, the calls, the upload, the errors. */
export default function ApiPage() {
  const { baseUrl } = useBackend().settings;
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
      <TokensSection />
      <Section title="Using a token">
        <Typography variant="body2" sx={{ mb: 1.5, maxWidth: 720 }}>
          Send it as the bearer token of each call. In the commands, names with a dollar sign are shell
          variables that you set; a call that the token may not make answers <code>PERMISSION_DENIED</code>.
        </Typography>
        <CodeBlock
          code={`TOKEN=qs_…\n${curlText(callRequest(baseUrl, 'apps.list'))}`}
          label="Command that lists your apps"
        />
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
