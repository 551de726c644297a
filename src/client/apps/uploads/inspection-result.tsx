import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ListingChecklist } from '#client/components/listing/listing-checklist.tsx';
import { LookalikeNote } from '#client/components/listing/lookalike-note.tsx';
import { useListingCheck } from '#client/components/listing/use-listing-check.ts';
import { type ChoiceProblems, IMMEDIATE, readChoice } from '#client/components/release/publication-choice.ts';
import { PublicationFields } from '#client/components/release/publication-fields.tsx';
import { ActionButton } from '#client/components/status/action-button.tsx';
import { VersionReport } from '#client/components/version/version-report.tsx';
import { VersionStatusLine } from '#client/components/version/version-status.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import { VERSION_ACTIONS, versionDenialReason } from '#shared/versions/actions.ts';
import type { Version } from '#shared/versions/version.ts';
import { ReleaseNotesFields, ReviewerFields } from '../submission/submission-fields.tsx';
import { useSubmissionForm } from '../submission/use-submission-form.ts';
import { DraftedChangesField, useDraftedChanges } from '../versions/drafted-changes.tsx';

/** Shows that the upload is complete and being inspected. */
export function Inspecting({ fileName }: { fileName: string }) {
  const label = t`Inspecting ${fileName}`;
  return (
    <Paper aria-live="polite" sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 1.5 }}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{label}</Typography>
      <LinearProgress aria-label={label} sx={{ height: 8, borderRadius: 4 }} />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t`The upload is complete. We’re reading the manifest and verifying the signature, which takes a few seconds. You can leave; the result stays on the app’s page.`}
      </Typography>
    </Paper>
  );
}

interface UploadedVersionProps {
  readonly appId: string;
  readonly versionId: string;
  /** Undefined until it is loaded. */
  readonly version: Version | undefined;
  /** What is shown until the package is inspected; null afterwards. */
  readonly progress: ReactNode;
}

/**
 * Shows the upload of a version, then the findings of its inspection and the next step. Release notes are written
 * meanwhile: their fields stay where they are, because someone may be typing.
 */
export function UploadedVersion({ appId, versionId, version, progress }: UploadedVersionProps) {
  const navigate = useNavigate();
  const submit = useCallMutation('versions.submit');
  const form = useSubmissionForm(versionId);
  const drafted = useDraftedChanges(appId);
  const [choice, setChoice] = useState(IMMEDIATE);
  const [problems, setProblems] = useState<ChoiceProblems>({});
  const isInspected = progress === null && version !== undefined;
  const isDraft = isInspected && version.status === 'draft';

  async function submitVersion() {
    const read = readChoice(choice, new Date());
    setProblems('problems' in read ? read.problems : {});
    const given = await form.collect();
    if ('problems' in read || given === null) return;
    submit.mutate(
      { versionId, ...read.submission, ...given, listingChanges: drafted.listingChanges },
      {
        onSuccess: () => {
          form.finish();
          void navigate(paths.version(appId, versionId));
        },
      },
    );
  }

  return (
    <>
      {progress}
      {isInspected && (
        <InspectionResult
          version={version}
          error={submit.error}
          pending={submit.isPending || drafted.isLoading}
          onSubmit={() => void submitVersion()}
        />
      )}
      {(!isInspected || isDraft) && (
        <Box sx={{ mt: isInspected ? 0 : 3 }}>
          <Section title={t`What’s new`}>
            <ReleaseNotesFields form={form} />
          </Section>
        </Box>
      )}
      {isDraft && (
        <>
          <Section title={t`Publishing`}>
            <DraftedChangesField {...drafted} />
            <PublicationFields choice={choice} problems={problems} onChange={setChoice} />
          </Section>
          <Section title={t`For the reviewer`}>
            <ReviewerFields form={form} />
          </Section>
        </>
      )}
      {isInspected && <VersionReport version={version} />}
    </>
  );
}

interface InspectionResultProps {
  readonly version: Version;
  /** The error of the last attempt to submit it. */
  readonly error: Error | null;
  readonly pending: boolean;
  readonly onSubmit: () => void;
}

/** Shows the status of an inspected version, and the next step. */
function InspectionResult({ version, error, pending, onSubmit }: InspectionResultProps) {
  const failed = version.status === 'invalid' || version.status === 'expired';
  const denialReason = versionDenialReason({ action: 'submit', status: version.status, actor: 'publisher' });
  const listing = useListingCheck(version, denialReason === null);
  return (
    <>
      <Typography variant="h2" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        {t`Version ${versionTitle(version)}`}
      </Typography>
      <Box aria-live="polite" sx={{ mb: 2 }}>
        <VersionStatusLine version={version} />
      </Box>
      {error !== null && (
        <Box sx={{ mb: 2 }}>
          <CallErrorAlert error={error} />
        </Box>
      )}
      <ListingChecklist appId={version.appId} check={listing} />
      {denialReason === null && <LookalikeNote appId={version.appId} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 3 }}>
        {failed ? (
          <Button variant="contained" href={paths.newVersion(version.appId)}>
            {t`Upload a corrected package`}
          </Button>
        ) : (
          <ActionButton
            action={VERSION_ACTIONS.submit}
            status={version.status}
            variant="contained"
            pending={pending}
            reason={denialReason ?? listing.denialReason}
            onClick={onSubmit}
          />
        )}
        <Button href={paths.version(version.appId, version.id)}>
          {failed ? t`Go to app` : t`Keep as draft`}
        </Button>
      </Box>
      {failed && (
        <Alert severity="info" sx={{ mb: 3 }}>
          {t`This version isn’t visible in the store. Fix the findings below, rebuild the package, then upload it. Your notes are kept for it.`}
        </Alert>
      )}
    </>
  );
}
