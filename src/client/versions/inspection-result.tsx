import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCallMutation } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { AT_ONCE, type ChoiceProblems, readChoice } from '#client/ui/publication-choice.ts';
import { PublicationFields } from '#client/ui/publication-fields.tsx';
import { Section } from '#client/ui/section.tsx';
import { Stands } from '#client/ui/stands.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import { VersionReport } from '#client/ui/version-report.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import { whyNot } from '#shared/versions/rules.ts';
import { versionSentence } from '#shared/versions/sentence.ts';
import type { Version } from '#shared/versions/version.ts';

/** The store has the whole file and reads it. */
export function Inspecting({ fileName }: { fileName: string }) {
  const label = `Inspecting ${fileName}`;
  return (
    <Paper aria-live="polite" sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 1.5 }}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{label}</Typography>
      <LinearProgress aria-label={label} sx={{ height: 8, borderRadius: 4 }} />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        The file has arrived. The store reads its manifest and verifies its signature, which takes some
        seconds. You may leave: the result is kept on the app's page.
      </Typography>
    </Paper>
  );
}

/** What inspection found, and what to do next. */
export function InspectionResult({ version }: { version: Version }) {
  const navigate = useNavigate();
  const now = useMinute();
  const submit = useCallMutation('versions.submit', {
    invalidates: ['apps.get', 'apps.list', 'versions.get'],
  });
  const showVersion = () => navigate(paths.version(version.appId, version.id));
  const failed = version.status === 'invalid';
  const [choice, setChoice] = useState(AT_ONCE);
  const [problems, setProblems] = useState<ChoiceProblems>({});

  function handIn() {
    const read = readChoice(choice, new Date());
    if ('problems' in read) return setProblems(read.problems);
    setProblems({});
    submit.mutate({ versionId: version.id, ...read.submission }, { onSuccess: () => void showVersion() });
  }

  return (
    <>
      <Typography variant="h2" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        Version {versionTitle(version)}
      </Typography>
      <Box aria-live="polite" sx={{ mb: 2 }}>
        <Stands status={version.status} sentence={versionSentence(version, now)} />
      </Box>
      {submit.error !== null && (
        <Box sx={{ mb: 2 }}>
          <CallErrorAlert error={submit.error} />
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 3 }}>
        {failed ? (
          <Button variant="contained" href={paths.newVersion(version.appId)}>
            Upload a corrected package
          </Button>
        ) : (
          <ReasonedButton
            variant="contained"
            loading={submit.isPending}
            reason={whyNot({ action: 'submit', status: version.status, actor: 'publisher' })}
            onClick={handIn}
          >
            Submit for review
          </ReasonedButton>
        )}
        <Button href={paths.version(version.appId, version.id)}>
          {failed ? 'Go to the app' : 'Keep as a draft'}
        </Button>
      </Box>
      {failed && (
        <Alert severity="info" sx={{ mb: 3 }}>
          Nobody but you sees this version. Build the package again with what is named below, then upload it.
        </Alert>
      )}
      {version.status === 'draft' && (
        <Section title="Once it is approved">
          <PublicationFields choice={choice} problems={problems} onChange={setChoice} />
        </Section>
      )}
      <VersionReport version={version} />
    </>
  );
}
