import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { AntiFeaturesSection } from '#client/components/anti-feature/anti-features-section.tsx';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { ProvenancePolicySection } from '#client/components/app/provenance-policy.tsx';
import { CallStatusPage } from '#client/components/feedback/call-status.tsx';
import { SideColumns } from '#client/components/feedback/side-columns.tsx';
import { StatusLine } from '#client/components/status/status-line.tsx';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { CopyId } from '#client/ui/copy.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Page } from '#client/ui/page.tsx';
import { Section } from '#client/ui/section.tsx';
import { Time } from '#client/ui/time.tsx';
import type { CallResult } from '#shared/calls.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';
import { appSentence, shownAppStatus } from '#shared/statuses/app-status.ts';
import { AppHistory } from './app-history.tsx';
import { AppRemoval } from './app-removal.tsx';
import { ManagedVersions } from './managed-versions.tsx';
import { RemovalDecision } from './removal-decision.tsx';

const BREADCRUMBS = [{ label: SCREENS.adminApps.title, href: paths.adminApps }];

/** Shows one app to store staff: its status, versions and history, with removal and restoration. */
export function ManagedApp({ appId }: { appId: string }) {
  const call = useCallQuery('apps.get', { appId });
  if (call.data === undefined) return <CallStatusPage title={t`App`} breadcrumbs={BREADCRUMBS} call={call} />;
  return <ManagedAppPage loaded={call.data} />;
}

function ManagedAppPage({ loaded }: { loaded: CallResult<'apps.get'> }) {
  const { app } = loaded;
  const { storage } = useBackend();
  return (
    <Page
      title={app.name}
      picture={
        <AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} size={56} />
      }
      status={<StatusLine status={shownAppStatus(app)} sentence={appSentence(app)} />}
      breadcrumbs={BREADCRUMBS}
      action={<Button href={paths.app(app.id)}>{t`View as the publisher`}</Button>}
    >
      {app.status === 'removed' && (
        <Alert severity="error" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
          <AlertTitle>{t`Reason for removal`}</AlertTitle>
          {app.removalReason ?? t`Its publisher asked for it.`}
        </Alert>
      )}
      <RemovalDecision loaded={loaded} />
      <SideColumns side={<AppHistory appId={app.id} />}>
        <AppFacts loaded={loaded} />
        <ManagedVersions loaded={loaded} />
        <AntiFeaturesSection app={app} by="staff" reason={null} />
        <ProvenancePolicySection loaded={loaded} by="staff" reason={null} />
        <AppRemoval app={app} counts={loaded.versionCounts} />
      </SideColumns>
    </Page>
  );
}

function AppFacts({ loaded: { app, live } }: { loaded: CallResult<'apps.get'> }) {
  const downloads = useCallQuery('apps.versionDownloads', { appId: app.id });
  return (
    <Section title={t`App`}>
      <DescriptionList
        items={[
          {
            label: t`Publisher`,
            value: <Link href={paths.adminPerson(app.ownerUid)}>{app.ownerName ?? t`No name`}</Link>,
          },
          { label: t`Application ID`, value: <CopyId value={app.applicationId} label={t`application ID`} /> },
          { label: t`Summary`, value: app.summary ?? t`None` },
          { label: t`Live now`, value: live.stable?.versionName ?? live.beta?.versionName ?? t`Nothing` },
          {
            label: t`Downloads`,
            value:
              downloads.data === undefined
                ? '…'
                : t`${formatNumber(downloads.data.allTime)} total, ${formatNumber(downloads.data.total)} in the last 30 days`,
          },
          { label: t`Created`, value: <Time iso={app.createdAt} /> },
          { label: t`Updated`, value: <Time iso={app.updatedAt} /> },
        ]}
      />
    </Section>
  );
}
