import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useEffect, useEffectEvent } from 'react';
import { limitSeconds, limitText } from '#client/backend/limit-seconds.ts';
import { CopyId } from '#client/ui/copy.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { CallError, type ErrorCode } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { type Retry, RetryButton } from './retry-button.tsx';

const TRY_AGAIN = t`Try again in a moment. If it keeps happening, contact store staff.`;
const ADVICE: Partial<Record<ErrorCode, string>> = {
  unauthenticated: t`Sign in again to continue.`,
  'permission-denied': t`If you need access, ask an admin.`,
  'not-found': t`It may have been removed. Go back and try again.`,
  aborted: t`Someone else changed it at the same time. Reload to see the latest.`,
  'resource-exhausted': t`Wait a little, then try again.`,
  unavailable: t`Check your connection, then try again.`,
  'deadline-exceeded': t`Check your connection, then try again.`,
  internal: TRY_AGAIN,
  unknown: TRY_AGAIN,
};

/** Returns the error's message, or a general one. */
export function errorText(error: unknown): string {
  const wait = limitSeconds(error);
  if (wait !== null) return limitText(wait);
  return error instanceof Error && error.message !== ''
    ? error.message
    : t`Something went wrong on the server.`;
}

/** Returns true when waiting helps: against rate limits, but not against a full quota or disk. */
const ADVICE_BY_REASON: Readonly<Record<string, string>> = {
  quota: t`See your usage in Settings under Usage.`,
  'storage-full': t`Contact store staff. They see the free space on the Admin Dashboard.`,
};

function adviceAfter(
  error: unknown,
  { isLimited, hasRetry }: { isLimited: boolean; hasRetry: boolean },
): string | undefined {
  if (isLimited) return hasRetry ? t`The page also tries again by itself.` : undefined;
  return error instanceof CallError ? adviceFor(error) : TRY_AGAIN;
}

function adviceFor({ code, details }: CallError): string | undefined {
  return ADVICE_BY_REASON[String(details?.['reason'])] ?? ADVICE[code];
}

export interface CallErrorAlertProps {
  /** The error of a call. */
  readonly error: unknown;
  readonly onRetry?: Retry | undefined;
}

/**
 * Shows an error with what to do, and the request id for support. After too many requests it tries again by itself, once
 * the server allows it.
 */
export function CallErrorAlert({ error, onRetry }: CallErrorAlertProps) {
  const wait = limitSeconds(error);
  const retryAlone = useEffectEvent(() => onRetry?.());
  useEffect(() => {
    const seconds = limitSeconds(error);
    if (seconds === null) return;
    const timer = setTimeout(retryAlone, 1_000 * seconds);
    return () => clearTimeout(timer);
  }, [error]);
  const advice = adviceAfter(error, { isLimited: wait !== null, hasRetry: onRetry !== undefined });
  const requestId = error instanceof CallError ? error.details?.['requestId'] : undefined;
  return (
    <Alert severity="error" {...(onRetry && { action: <RetryButton onRetry={onRetry} /> })}>
      <AlertTitle>{errorText(error)}</AlertTitle>
      {advice}
      {typeof requestId === 'string' && (
        <Box sx={{ mt: 0.5, typography: 'caption' }}>
          {rich`Request ${<CopyId value={requestId} label={t`request ID`} />}`}
        </Box>
      )}
    </Alert>
  );
}
