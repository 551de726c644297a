import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { ChangeList } from '#client/ui/change-list.tsx';
import { Section } from '#client/ui/section.tsx';
import { Time } from '#client/ui/time.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import type { AppRole } from '#shared/members/member.ts';
import type { PolicyDecision } from '#shared/reviews/policy.ts';
import { describeEvent, type HistoryEntry } from '#shared/versions/history.ts';
import type { Version } from '#shared/versions/version.ts';
import { Conversation } from './conversation.tsx';

interface VersionBackgroundProps {
  readonly version: Version;
  readonly role: AppRole;
  /** All of the app. */
  readonly versions: readonly Version[];
}

/** What a version changes, what was decided and said about it, and what happened to it. */
export function VersionBackground({ version, role, versions }: VersionBackgroundProps) {
  return (
    <>
      {version.policyDecision !== null && <PolicySection decision={version.policyDecision} />}
      {version.submittedAt !== null && <Conversation version={version} role={role} versions={versions} />}
      <Changes version={version} />
      <ReleaseNotes notes={version.releaseNotes} />
      <History version={version} />
    </>
  );
}

function PolicySection({ decision: { decision, why } }: { decision: PolicyDecision }) {
  return (
    <Section title="What the store’s policy decided">
      <Typography>
        {decision === 'approved'
          ? 'It was approved without a person, by the policy for updates without sensitive changes:'
          : 'A person has to look at it, by the policy for updates without sensitive changes:'}
      </Typography>
      <Box component="ul" sx={{ mt: 1, mb: 0, pl: 2.5 }}>
        {why.map((sentence) => (
          <Typography key={sentence} component="li" sx={{ overflowWrap: 'anywhere' }}>
            {sentence}
          </Typography>
        ))}
      </Box>
    </Section>
  );
}

/** Nothing for the only published version, or one that could not be read. */
function Changes({ version }: { version: Version }) {
  const { data, error, refetch } = useCallQuery(
    'versions.compare',
    { versionId: version.id },
    { enabled: version.package !== null },
  );
  if (error !== null) return <CallErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data?.published || data.changes === null) return null;
  return (
    <Section title={`Compared with ${versionTitle(data.published)}, which people have now`}>
      <ChangeList changes={data.changes} sizes={{ before: data.published.size, after: version.size }} />
    </Section>
  );
}

function ReleaseNotes({ notes }: { notes: Version['releaseNotes'] }) {
  const written = Object.entries(notes);
  if (written.length === 0) return null;
  return (
    <Section title="What is new in it">
      <Box sx={{ display: 'grid', gap: 2 }}>
        {written.map(([locale, text]) => (
          <div key={locale}>
            <Typography variant="subtitle2" component="h3">
              {locale}
            </Typography>
            <Typography lang={locale} sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {text}
            </Typography>
          </div>
        ))}
      </Box>
    </Section>
  );
}

function History({ version: { id, status } }: { version: Version }) {
  const { data, error, refetch } = useCallQuery(
    'versions.history',
    { versionId: id },
    { refetchInterval: status === 'analysing' ? 2000 : false },
  );
  return (
    <Section title="What happened">
      {error !== null && <CallErrorAlert error={error} onRetry={() => void refetch()} />}
      <Box
        component="ol"
        aria-label="History"
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}
      >
        {data?.entries.map((entry) => (
          <HistoryLine key={entry.id} entry={entry} />
        ))}
      </Box>
    </Section>
  );
}

function HistoryLine({ entry: { at, event, byStore, actorName, percentage } }: { entry: HistoryEntry }) {
  const who = byStore ? 'the store' : actorName;
  const isAboutShare = event.startsWith('release.') && percentage !== null;
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
      <Typography component="span" variant="body2" sx={{ fontWeight: 600 }}>
        {describeEvent(event)}
        {isAboutShare && ` (${percentage}%)`}
      </Typography>
      <Typography component="span" variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {who !== null && `by ${who}, `}
        <Time iso={at} />
      </Typography>
    </Box>
  );
}
