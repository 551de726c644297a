import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ChangeList } from '#client/components/package/change-list.tsx';
import { SizeBreakdown } from '#client/components/package/size-breakdown.tsx';
import { ApprovalReceipt } from '#client/components/review/approval-receipt.tsx';
import { PolicyReasons } from '#client/components/review/policy-reasons.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { LoadMore } from '#client/ui/load-more.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { Section } from '#client/ui/section.tsx';
import { textAttributes } from '#shared/languages/direction.ts';
import { t } from '#shared/languages/translate.ts';
import type { AppRole } from '#shared/members/member.ts';
import type { PolicyDecision } from '#shared/reviews/policy.ts';
import type { Version, VersionSummary } from '#shared/versions/version.ts';
import { Conversation } from './conversation.tsx';
import { VersionProvenance } from './version-provenance.tsx';
import { VersionTimeline } from './version-timeline.tsx';

interface VersionBackgroundProps {
  readonly version: Version;
  readonly role: AppRole;
  /** The app's newest versions. */
  readonly versions: readonly VersionSummary[];
}

/** Shows the changes of a version, its review, and its history. */
export function VersionBackground({ version, role, versions }: VersionBackgroundProps) {
  return (
    <>
      {version.policyDecision !== null && <PolicySection decision={version.policyDecision} />}
      {version.submittedAt !== null && <Conversation version={version} role={role} versions={versions} />}
      <Changes version={version} />
      <VersionProvenance version={version} role={role} />
      <ReleaseNotes notes={version.releaseNotes} />
      {version.submittedAt !== null && <ForReviewer version={version} />}
      <ApprovalReceipt version={version} />
      <History version={version} />
    </>
  );
}

function PolicySection({ decision: { decision, reasons } }: { decision: PolicyDecision }) {
  return (
    <Section title={t`Automatic review`}>
      <Typography>
        {decision === 'approved'
          ? t`This version was approved automatically, because it has no sensitive changes:`
          : t`This version needs manual review:`}
      </Typography>
      <PolicyReasons reasons={reasons} />
    </Section>
  );
}

/** Shows the changes since the live version, and the size; nothing for a package that couldn't be read. */
function Changes({ version }: { version: Version }) {
  const { data, error, refetch } = useCallQuery(
    'versions.compare',
    { versionId: version.id },
    { enabled: version.package !== null },
  );
  if (error !== null) return <CallErrorAlert error={error} onRetry={refetch} />;
  if (version.package === null || data === undefined) return null;
  const { published, changes } = data;
  const compared =
    published === null || changes === null
      ? null
      : { title: versionTitle(published), size: published.size, changes };
  return (
    <>
      {compared !== null && (
        <Section
          title={
            version.publishedAt === null
              ? t`Compared with ${compared.title}, the live version`
              : t`Compared with ${compared.title}, which was published before it`
          }
        >
          <ChangeList changes={compared.changes} />
        </Section>
      )}
      {version.package.partSizes !== undefined && (
        <Section title={t`Size by content`}>
          <SizeBreakdown facts={version.package} compared={compared} />
        </Section>
      )}
    </>
  );
}

function ReleaseNotes({ notes }: { notes: Version['releaseNotes'] }) {
  const written = Object.entries(notes);
  if (written.length === 0) return null;
  return (
    <Section title={t`Release notes`}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {written.map(([locale, text]) => (
          <div key={locale}>
            <Typography variant="subtitle2" component="h3">
              {localeName(locale)}
            </Typography>
            <Typography {...textAttributes(locale)} sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {text}
            </Typography>
          </div>
        ))}
      </Box>
    </Section>
  );
}

/** Says of test credentials that they exist, or did: only reviewers see them. */
const CREDENTIALS_TEXTS = {
  given: t`Test credentials: given. Reviewers see them until the decision.`,
  erased: t`Test credentials: erased after the submission ended.`,
};

/** Shows what the publisher gave the reviewer; nothing without anything. */
function ForReviewer({ version: { id } }: { version: Version }) {
  const { data } = useCallQuery('versions.getSubmissionDraft', { versionId: id });
  if (data === undefined) return null;
  const { reviewerNotes, testCredentials } = data.draft;
  if (reviewerNotes === '' && testCredentials === 'none') return null;
  return (
    <Section title={t`For the reviewer`}>
      {reviewerNotes !== '' && (
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{reviewerNotes}</Typography>
      )}
      {testCredentials !== 'none' && (
        <Typography variant="body2" sx={{ mt: reviewerNotes === '' ? 0 : 1, color: 'text.secondary' }}>
          {CREDENTIALS_TEXTS[testCredentials]}
        </Typography>
      )}
    </Section>
  );
}

/** Entries on the first page of the history; later pages are longer. */
const FIRST_ENTRIES = 20;

function History({ version: { id } }: { version: Version }) {
  const { data, error, refetch } = useCallQuery('versions.history', { versionId: id, limit: FIRST_ENTRIES });
  const [isLong, setLong] = useState(false);
  const pages = useCallPages('versions.history', { versionId: id }, { enabled: isLong });
  const listed = isLong ? pages.data?.pages.flatMap((page) => page.entries) : undefined;
  return (
    <Section title={t`History`}>
      {error !== null && <CallErrorAlert error={error} onRetry={refetch} />}
      <VersionTimeline entries={listed ?? data?.entries ?? []} />
      <LoadMore
        pages={{
          hasNextPage: listed ? pages.hasNextPage : (data?.nextCursor ?? null) !== null,
          isFetchingNextPage: isLong && pages.isFetching,
          nextPageError: listed ? pages.nextPageError : pages.error,
          fetchNextPage: () => (isLong ? pages.fetchNextPage() : setLong(true)),
        }}
      />
    </Section>
  );
}
