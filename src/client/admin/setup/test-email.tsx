import SendIcon from '@mui/icons-material/Send';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useCallMutation } from '#client/backend/use-call.ts';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { TestButton } from './test-button.tsx';

/** Sends the admin a test message, and shows how that ended. */
export function TestEmail() {
  const call = useCallMutation('setup.sendTestEmail');
  return (
    <TestButton call={call} label={t`Send a test message`} icon={<SendIcon aria-hidden />}>
      {(result) => <TestResult result={result} />}
    </TestButton>
  );
}

/** Shows how a test message ended. */
export function TestResult({ result }: { result: CallResult<'setup.sendTestEmail'> }) {
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
