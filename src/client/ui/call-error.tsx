import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { CallError, type ErrorCode } from '#shared/errors.ts';
import { CopyId } from './copy.tsx';

const TRY_AGAIN = 'Try again in a moment. If it happens again, tell whoever runs the store.';
const ADVICE: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'Sign in again to go on.',
  'permission-denied': 'Ask an admin of the store if you need this.',
  'not-found': 'It may have been removed. Go back and look again.',
  aborted: 'Somebody else changed it at the same time. Reload to see how it stands now.',
  'resource-exhausted': 'Wait a little, then try again.',
  unavailable: 'Check your connection, then try again.',
  'deadline-exceeded': 'Check your connection, then try again.',
  internal: TRY_AGAIN,
  unknown: TRY_AGAIN,
};

export interface CallErrorAlertProps {
  /** What a call threw. */
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** Says what happened, what to do about it, and the request id to give to whoever helps. */
export function CallErrorAlert({ error, onRetry }: CallErrorAlertProps) {
  const advice = error instanceof CallError ? ADVICE[error.code] : TRY_AGAIN;
  const requestId = error instanceof CallError ? error.details?.['requestId'] : undefined;
  return (
    <Alert
      severity="error"
      {...(onRetry && {
        action: (
          <Button color="inherit" size="small" onClick={onRetry}>
            Try again
          </Button>
        ),
      })}
    >
      <AlertTitle>{error instanceof Error ? error.message : 'This did not work.'}</AlertTitle>
      {advice}
      {typeof requestId === 'string' && (
        <Box sx={{ mt: 0.5, typography: 'caption' }}>
          Request <CopyId value={requestId} label="request id" />
        </Box>
      )}
    </Alert>
  );
}
