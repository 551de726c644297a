import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { StatusChip } from '#client/components/status/status-chip.tsx';
import { paths } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import type { App } from '#shared/apps/app.ts';
import { t, translated } from '#shared/languages/translate.ts';
import { VERSION_STATUSES } from '#shared/versions/status.ts';
import { type ActionRequired, findActionRequired } from './action-required.ts';

const SHOWN = 8;

/** Lists the versions that need their publisher's attention, with the reason and the next step. */
export function ActionRequiredSection({ apps }: { apps: readonly App[] }) {
  const waiting = findActionRequired(apps);
  return (
    <Box component="section" aria-label={t`Needs attention`} sx={{ mb: 4 }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t`Needs attention`}
      </Typography>
      {waiting.length === 0 ? (
        <Empty
          picture="done"
          title={t`Nothing needs your attention. Drafts, findings and decisions about your versions appear here.`}
        />
      ) : (
        <Rows label={t`Needs attention`}>
          {waiting.slice(0, SHOWN).map((item) => (
            <WaitingRow key={item.versionId} item={item} />
          ))}
        </Rows>
      )}
    </Box>
  );
}

function WaitingRow({ item: { app, versionId, status, label } }: { item: ActionRequired }) {
  const { storage } = useBackend();
  const record = VERSION_STATUSES[status];
  const { data, isLoading } = useCallQuery(
    'versions.get',
    { versionId },
    { enabled: record.hasProblems ?? false },
  );
  const finding = data?.version.findings[0];
  const why = data?.version.decisionNote ?? (finding && translated(finding.title));
  const href = status === 'uploading' ? paths.upload(app.id, versionId) : paths.version(app.id, versionId);
  return (
    <LinkRow
      href={href}
      picture={<AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} />}
      title={app.name}
      subtitle={
        app.latestVersion?.versionName ? t`Version ${app.latestVersion.versionName}` : app.applicationId
      }
      status={
        <Box component="span" sx={{ display: 'grid', justifyItems: 'start', gap: 0.5 }}>
          <StatusChip status={record} />
          {isLoading && <Skeleton width={160} sx={{ typography: 'body2' }} />}
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
          {label}
        </Typography>
      }
    />
  );
}
