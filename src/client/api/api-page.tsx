import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { Parts } from '#client/components/feedback/page-part.tsx';
import { SCREENS } from '#client/screens.ts';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { Page } from '#client/ui/page.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { PageSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';
import { TOKEN_REQUESTS_PER_MINUTE } from '#shared/tokens/calls.ts';
import { TokensSection } from './tokens-section.tsx';

const SignInView = lazyChunk(
  'program-sign-in',
  async () => (await import('./program-sign-in-view.tsx')).ProgramSignInView,
);

/**
 * Shows the address of the API, the user's tokens, and the way to the reference. `?code=` shows the program that waits with
 * this code to be signed in.
 */
export default function ApiPage() {
  const { baseUrl } = useBackend().settings;
  const code = useSearchParams()[0].get('code');
  if (code !== null) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <SignInView key={code} code={code} />
      </Suspense>
    );
  }
  return (
    <Page
      title={SCREENS.api.title}
      status={t`Create apps, upload, submit and release versions from your own programs.`}
    >
      <Parts>
        <Section title={t`Base URL`}>
          <CodeBlock code={baseUrl} label={t`Base URL`} />
          <Typography variant="body2" sx={{ my: 2, maxWidth: 720 }}>
            {t`The API reference has every call, with its fields, results and errors, and programs to start from in several languages.`}
          </Typography>
          <Button
            variant="outlined"
            href={new URL('api-reference.html', baseUrl).href}
            target="_blank"
            rel="noopener"
          >
            {t`Open the API reference`}
          </Button>
        </Section>
        <TokensSection />
        <Section title={t`Using a token`}>
          <Typography variant="body2" sx={{ mb: 1.5, maxWidth: 720 }}>
            {rich`Jobs of a build service can publish without a stored token: see ${<Link href="guide/ci.html" target="_blank" rel="noopener">{t`publishing from CI`}</Link>}.`}
          </Typography>
          <Typography variant="body2" sx={{ maxWidth: 720 }}>
            {rich`Send it as the bearer token of each call. A call the token isn’t allowed to make fails with ${<Code text="PERMISSION_DENIED" />}.`}
          </Typography>
          <Typography variant="body2" sx={{ mt: 1.5, maxWidth: 720 }}>
            {rich`A token may make ${TOKEN_REQUESTS_PER_MINUTE} requests a minute. ${<Code text="RateLimit" />} in each response says how many are left, and ${<Code text="Retry-After" />} how long to wait.`}
          </Typography>
          <Typography variant="body2" sx={{ mt: 1.5, maxWidth: 720 }}>
            {rich`If you find somebody’s token, report it with ${<Code text="tokens.reportLeak" />}: it’s revoked immediately, and its owner is notified. No sign-in is needed. A token is ${<Code text="qs_" />}, 36 random characters, and the CRC-32 of these in base 62, six digits long.`}
          </Typography>
        </Section>
      </Parts>
    </Page>
  );
}

function Code({ text }: { text: string }) {
  return <code>{text}</code>;
}
