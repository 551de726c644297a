import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { Page } from '#client/ui/page.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_LIMITS, REPLAYED_HEADER } from '#shared/idempotency.ts';
import { t } from '#shared/languages/translate.ts';
import { TOKEN_REQUESTS_PER_MINUTE } from '#shared/tokens/calls.ts';
import { CallReference } from './call-reference.tsx';
import { ErrorCodes, ErrorReasons } from './error-codes.tsx';
import { callRequest, curlText, REFERENCE, type ReferenceCall, uploadRequest } from './examples.ts';
import { TokensSection } from './tokens-section.tsx';

const ANSWERS = `{ "result": { … } }
{ "error": { "status": "NOT_FOUND", "message": "…", "details": { … } } }`;

/** Explains the API: the address, the token, the calls, the upload, the errors. */
export default function ApiPage() {
  const { baseUrl } = useBackend().settings;
  return (
    <Page title={t`API`} status={t`Create apps, upload, submit and release versions from your own programs.`}>
      <Section title={t`Base URL and responses`}>
        <CodeBlock code={baseUrl} label={t`Base URL`} />
        <Typography variant="body2" sx={{ my: 1.5, maxWidth: 720 }}>
          {rich`Each call is a POST to ${<Code text="us-central1/" />} and its name, below the base URL, with a JSON body that contains ${<Code text="data" />}. The response contains ${<Code text="result" />}, or ${<Code text="error" />} with a code, a message and sometimes details.`}
        </Typography>
        <CodeBlock code={ANSWERS} label={t`Responses`} />
      </Section>
      <TokensSection />
      <Section title={t`Using a token`}>
        <Typography variant="body2" sx={{ mb: 1.5, maxWidth: 720 }}>
          {rich`Send it as the bearer token of each call. Names with a dollar sign in the commands are shell variables you set. A call the token isn’t allowed to make fails with ${<Code text="PERMISSION_DENIED" />}.`}
        </Typography>
        <CodeBlock
          code={`TOKEN=qs_…\n${curlText(callRequest(baseUrl, 'apps.list'))}`}
          label={t`Command that lists your apps`}
        />
        <Typography variant="body2" sx={{ mt: 1.5, maxWidth: 720 }}>
          {rich`A token may make ${TOKEN_REQUESTS_PER_MINUTE} requests a minute. ${<Code text="RateLimit" />} in each response says how many are left, and ${<Code text="Retry-After" />} how long to wait.`}
        </Typography>
        <Typography variant="body2" sx={{ mt: 1.5, maxWidth: 720 }}>
          {rich`If you find somebody’s token, report it with ${<Code text="tokens.reportLeak" />}: it’s revoked immediately, and its owner is told. No sign-in is needed. A token is ${<Code text="qs_" />}, 36 random characters, and the CRC-32 of these in base 62, six digits long.`}
        </Typography>
      </Section>
      <Box component="section" aria-labelledby="calls" sx={{ mb: 3 }}>
        <Typography id="calls" variant="h2" sx={{ mb: 1.5 }}>
          {t`Calls`}
        </Typography>
        {(Object.keys(REFERENCE) as ReferenceCall[]).map((name) => (
          <CallReference key={name} name={name} baseUrl={baseUrl} />
        ))}
      </Box>
      <Section title={t`Uploading the file`}>
        <Typography variant="body2" sx={{ mb: 1.5, maxWidth: 720 }}>
          {rich`${<Code text="versions.create" />} returns ${<Code text="upload.url" />}. Upload the file there with the resumable upload protocol tus 1.0.0, using any tus client or a single request. If the connection drops, request ${<Code text="Upload-Offset" />} with HEAD and send the rest from there. Then call ${<Code text="versions.get" />} with ${<Code text="waitSeconds" />} until the status is no longer ${<Code text="analysing" />}.`}
        </Typography>
        <CodeBlock code={curlText(uploadRequest())} label={t`Upload`} />
      </Section>
      <Section title={t`Repeating a call`}>
        <Typography variant="body2" sx={{ maxWidth: 720 }}>
          {rich`Send ${<Code text={IDEMPOTENCY_HEADER} />} with a new UUID for each call that writes. When a response is lost, send the same call with the same key: it’s made once, and you get its result or error again, with the header ${<Code text={REPLAYED_HEADER} />}. Keys are kept for ${IDEMPOTENCY_LIMITS.hours} hours, up to ${IDEMPOTENCY_LIMITS.perAccount} of an account; each token has its own. After a reason that waiting changes, such as ${<Code text="not-inspected" />}, use a new key.`}
        </Typography>
      </Section>
      <Section title={t`Events`}>
        <Typography variant="body2" sx={{ mb: 1.5, maxWidth: 720 }}>
          {rich`${<Code text="GET events" />} with a token that has the scope ${<Code text="read" />} streams server-sent events. Each ${<Code text="changes" />} names the data that changed and its app; after ${<Code text="resync" />}, read everything again. The stream ends with the token. A token may open four.`}
        </Typography>
        <CodeBlock
          code={`curl -N -H "Authorization: Bearer $TOKEN" '${baseUrl}events'`}
          label={t`Command that reads events`}
        />
      </Section>
      <Section title={t`Errors`}>
        <ErrorCodes />
      </Section>
      <Section title={t`Reasons`}>
        <Typography variant="body2" sx={{ mb: 1.5, maxWidth: 720 }}>
          {rich`${<Code text="details.reason" />} of an error is one of these codes, in calls and uploads alike. Programs can rely on them; messages change.`}
        </Typography>
        <ErrorReasons />
      </Section>
    </Page>
  );
}

function Code({ text }: { text: string }) {
  return <code>{text}</code>;
}
