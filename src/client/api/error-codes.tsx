import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ERROR_STATUS, type ErrorCode, wireStatus } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { REASONS } from '#shared/reasons.ts';

const MEANINGS: Partial<Record<ErrorCode, string>> = {
  'invalid-argument': t`The data is invalid. The message names the field.`,
  'failed-precondition': t`A rule prevents it. details.reason says which one.`,
  unauthenticated: t`The token is missing, expired or revoked. Get a new one.`,
  'permission-denied': t`The account isn’t allowed to do this.`,
  'not-found': t`It doesn’t exist, or you don’t have access.`,
  'already-exists': t`The name or ID is already in use.`,
  aborted: t`Someone else changed it at the same time.`,
  'resource-exhausted': t`Too many requests. Wait, then try again.`,
  internal: t`Something went wrong on the server. The X-Request-Id header identifies the request.`,
  unavailable: t`The server is unavailable. Try again.`,
  'deadline-exceeded': t`The request took too long. Try again.`,
};

/** Shows the error codes of calls with their HTTP status and meaning. */
export function ErrorCodes() {
  const codes = (Object.keys(MEANINGS) as ErrorCode[]).map((code) => ({
    term: `${ERROR_STATUS[code]} ${wireStatus(code)}`,
    meaning: MEANINGS[code],
  }));
  return <Terms terms={codes} />;
}

/** Shows each code in `details.reason` with its meaning. */
export function ErrorReasons() {
  return <Terms terms={Object.entries(REASONS).map(([term, meaning]) => ({ term, meaning }))} />;
}

function Terms({ terms }: { terms: readonly { term: string; meaning: string | undefined }[] }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
      {terms.map(({ term, meaning }) => (
        <div key={term}>
          <Typography component="dt" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            <code>{term}</code>
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, color: 'text.secondary' }}>
            {meaning}
          </Typography>
        </div>
      ))}
    </Box>
  );
}
