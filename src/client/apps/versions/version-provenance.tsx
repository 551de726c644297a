import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useRef } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ProvenanceDetails } from '#client/components/version/provenance-details.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import { type AppRole, roleDenialReason } from '#shared/members/member.ts';
import { MAX_BUNDLE_LENGTH } from '#shared/provenance/provenance.ts';
import { attachingDenialReason } from '#shared/provenance/rules.ts';
import type { Version } from '#shared/versions/version.ts';

interface VersionProvenanceProps {
  readonly version: Version;
  readonly role: AppRole;
}

/** Shows the build provenance of a version, and attaches a bundle before its submission. */
export function VersionProvenance({ version, role }: VersionProvenanceProps) {
  const { provenance } = version;
  const attach = useCallMutation('provenance.attach');
  const input = useRef<HTMLInputElement>(null);
  const statusDenialReason = attachingDenialReason(version.status);
  // Without provenance there is nothing to say about what was submitted long ago.
  if (provenance === null && statusDenialReason !== null) return null;

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    // What is longer than a bundle is rejected without the rest of it.
    if (file) attach.mutate({ versionId: version.id, bundle: await file.slice(0, READ_BYTES).text() });
  }

  return (
    <Section title={t`Build provenance`}>
      {provenance === null ? (
        <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: 640 }}>
          {t`A Sigstore bundle from your build server proves which repository, commit and workflow this package was built from. Reviewers and users see it.`}
        </Typography>
      ) : (
        <ProvenanceDetails provenance={provenance} />
      )}
      {statusDenialReason === null && (
        <Box sx={{ mt: 2, display: 'grid', gap: 2, justifyItems: 'start' }}>
          <ReasonedButton
            variant="outlined"
            reason={roleDenialReason(role, 'maintainer')}
            pending={attach.isPending}
            onClick={() => input.current?.click()}
          >
            {provenance === null ? t`Attach a bundle` : t`Replace the bundle`}
          </ReasonedButton>
          <input
            ref={input}
            type="file"
            hidden
            accept=".json,.jsonl,.sigstore,application/json"
            aria-label={t`Sigstore bundle`}
            onChange={(event) => void choose(event)}
          />
          {attach.error !== null && <CallErrorAlert error={attach.error} />}
        </Box>
      )}
    </Section>
  );
}

const READ_BYTES = MAX_BUNDLE_LENGTH + 1;
