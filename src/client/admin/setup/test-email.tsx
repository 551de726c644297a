import SendIcon from '@mui/icons-material/Send';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';

/** Sends the admin a test message, and shows how that ended. */
export function TestEmail() {
  const { mutate, isPending, data, error } = useCallMutation('setup.sendTestEmail');
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Button
        size="small"
        variant="outlined"
        startIcon={<SendIcon aria-hidden />}
        loading={isPending}
        onClick={() => mutate({})}
      >
        {t`Send a test message`}
      </Button>
      <Box aria-live="polite" sx={{ width: '100%', '&:empty': { display: 'none' } }}>
        {error !== null && <CallErrorAlert error={error} />}
        {error === null && !isPending && data !== undefined && <TestResult result={data} />}
      </Box>
    </Box>
  );
}

function TestResult({ result }: { result: CallResult<'setup.sendTestEmail'> }) {
  const { outcome, to, problem, response } = result;
  if (outcome === 'sent') {
    return (
      <Alert severity="success">
        {t`Sent to ${to}. Check that it arrived, and that it isn’t in your spam folder.`}
      </Alert>
    );
  }
  if (outcome === 'kept') {
    return (
      <Alert severity="warning">
        {t`Written to a file, because no mail server is set. It’s in the folder “outbox” of the data directory.`}
      </Alert>
    );
  }
  return (
    <Alert severity="error">
      <AlertTitle>{t`The test message wasn’t sent`}</AlertTitle>
      {problem}
      <Box component="code" sx={{ display: 'block', mt: 1, overflowWrap: 'anywhere' }}>
        {response}
      </Box>
    </Alert>
  );
}
