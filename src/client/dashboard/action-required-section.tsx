import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { CallStatus, type ReadCall } from '#client/components/feedback/call-status.tsx';
import { StatusChips } from '#client/components/status/status-chip.tsx';
import { paths } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import type { App } from '#shared/apps/app.ts';
import type { CallResult } from '#shared/calls.ts';
import { plural, t } from '#shared/languages/translate.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import { shownStatuses } from '#shared/versions/shown-status.ts';

interface ActionRequiredSectionProps {
  readonly call: ReadCall & { readonly data: CallResult<'apps.actionRequired'> | undefined };
}

/** Lists the versions that need their publisher's attention, with the reason and the next step. */
export function ActionRequiredSection({ call }: ActionRequiredSectionProps) {
  const { data } = call;
  const more = data === undefined ? 0 : data.count - data.apps.length;
  return (
    <Box component="section" aria-label={t`Needs attention`} sx={{ mb: 4 }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t`Needs attention`}
      </Typography>
      <CallStatus call={call} skeleton={<ListSkeleton />} />
      {data?.apps.length === 0 && (
        <Empty
          picture="done"
          title={t`Nothing needs your attention. Drafts, findings and decisions about your versions appear here.`}
        />
      )}
      {data !== undefined && data.apps.length > 0 && (
        <Rows label={t`Needs attention`}>
          {data.apps.map(
            (app) => app.latestVersion && <VersionRow key={app.id} app={app} version={app.latestVersion} />,
          )}
        </Rows>
      )}
      {more > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, mt: 1 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {plural(more, {
              one: '# more version needs your attention.',
              other: '# more versions need your attention.',
            })}
          </Typography>
          <Button href={paths.apps}>{t`All my apps`}</Button>
        </Box>
      )}
    </Box>
  );
}

/** Reserves the two lines that the reason may have. */
const REASON_SPACE = { typography: 'body2', height: '2lh', transform: 'none' } as const;

interface VersionRowProps {
  readonly app: App;
  readonly version: NonNullable<App['latestVersion']>;
}

function VersionRow({ app, version }: VersionRowProps) {
  const { id: versionId, status, versionName, hold } = version;
  const { storage } = useBackend();
  const record = VERSION_STATUSES[status];
  const { data, isLoading } = useCallQuery(
    'versions.get',
    { versionId },
    { enabled: hold === null && (record.hasProblems ?? false) },
  );
  const finding = data?.version.findings[0];
  const why = hold?.reason ?? data?.version.decisionNote ?? (finding && describeFinding(finding).title);
  const href = status === 'uploading' ? paths.upload(app.id, versionId) : paths.version(app.id, versionId);
  return (
    <LinkRow
      href={href}
      picture={<AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} />}
      title={app.name}
      subtitle={versionName ? t`Version ${versionName}` : app.applicationId}
      status={
        <Box component="span" sx={{ display: 'grid', justifyItems: 'start', gap: 0.5 }}>
          <StatusChips statuses={shownStatuses(app, version)} />
          {isLoading && <Skeleton width={160} sx={REASON_SPACE} />}
          {why !== undefined && (
            <Typography
              component="span"
              variant="body2"
              sx={{
                color: 'text.secondary',
                minHeight: '2lh',
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
          {hold === null ? record.actionRequired?.label : t`Read the reason`}
        </Typography>
      }
    />
  );
}
