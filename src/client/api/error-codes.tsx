import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ERROR_STATUS, type ErrorCode, wireStatus } from '#shared/errors.ts';

const MEANINGS: Partial<Record<ErrorCode, string>> = {
  'invalid-argument': 'The data does not fit; the message names the field.',
  'failed-precondition': 'A rule refuses; details.reason says which one.',
  unauthenticated: 'The token is missing, expired or no longer accepted. Get a new one.',
  'permission-denied': 'The account may not do this.',
  'not-found': 'There is no such thing, or it is not yours.',
  'already-exists': 'The name is taken.',
  aborted: 'Somebody else changed it at the same time.',
  'resource-exhausted': 'Too many requests. Wait, then try again.',
  internal: 'The server failed. The X-Request-Id header names the request.',
  unavailable: 'The server cannot answer now. Try again.',
  'deadline-exceeded': 'It took too long. Try again.',
};

/** The codes that a call may answer with, their HTTP status and what each one means. */
export function ErrorCodes() {
  const codes = (Object.keys(MEANINGS) as ErrorCode[]).map((code) => ({ code, meaning: MEANINGS[code] }));
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
      {codes.map(({ code, meaning }) => (
        <div key={code}>
          <Typography component="dt" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            <code>
              {ERROR_STATUS[code]} {wireStatus(code)}
            </code>
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, color: 'text.secondary' }}>
            {meaning}
          </Typography>
        </div>
      ))}
    </Box>
  );
}
