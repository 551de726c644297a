import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { AppIcon } from '#client/ui/app-icon.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { StatusChip } from '#client/ui/status.tsx';
import type { App } from '#shared/apps/app.ts';
import { NEXT_STEPS, needsPublisher, type WaitingApp } from './needs-you.ts';

const SHOWN = 8;

/** The versions that wait for their publisher: each with why, and the next step. */
export function NeedsYouSection({ apps }: { apps: readonly App[] }) {
  const waiting = needsPublisher(apps);
  return (
    <Box component="section" aria-label="Needs you now" sx={{ mb: 4 }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Needs you now
      </Typography>
      {waiting.length === 0 ? (
        <Empty title="Nothing waits for you. Drafts, findings and decisions about your versions appear here." />
      ) : (
        <Rows label="Needs you now">
          {waiting.slice(0, SHOWN).map((item) => (
            <WaitingRow key={item.versionId} item={item} />
          ))}
        </Rows>
      )}
    </Box>
  );
}

function WaitingRow({ item: { app, versionId, status } }: { item: WaitingApp }) {
  const { storage } = useBackend();
  const isExplained = status === 'rejected' || status === 'invalid';
  const { data } = useCallQuery('versions.get', { versionId }, { enabled: isExplained });
  const why = data?.version.decisionNote ?? data?.version.findings[0]?.title;
  const href = status === 'uploading' ? paths.upload(app.id, versionId) : paths.version(app.id, versionId);
  return (
    <LinkRow
      href={href}
      picture={<AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} />}
      title={app.name}
      subtitle={
        app.latestVersion?.versionName ? `Version ${app.latestVersion.versionName}` : app.applicationId
      }
      status={
        <Box component="span" sx={{ display: 'grid', justifyItems: 'start', gap: 0.5 }}>
          <StatusChip status={status} />
          {why !== undefined && (
            <Typography
              component="span"
              variant="body2"
              sx={{
                color: 'text.secondary',
                display: '-webkit-box',
                WebkitLineClamp: 2,
                WebkitBoxOrient: 'vertical',
                overflow: 'hidden',
                overflowWrap: 'anywhere',
              }}
            >
              {why}
            </Typography>
          )}
        </Box>
      }
      aside={
        <Typography component="span" variant="body2" sx={{ color: 'primary.main', fontWeight: 600 }}>
          {NEXT_STEPS[status]}
        </Typography>
      }
    />
  );
}
