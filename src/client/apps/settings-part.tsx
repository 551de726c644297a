import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { LEAVE, useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { AntiFeaturesSection } from '#client/components/anti-feature/anti-features-section.tsx';
import type { AppPartProps, LoadedApp } from '#client/components/app/loaded-app.ts';
import { ProvenancePolicySection } from '#client/components/app/provenance-policy.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { Parts } from '#client/components/feedback/page-part.tsx';
import { ActionButton } from '#client/components/status/action-button.tsx';
import { countOf } from '#client/components/version/use-version-pages.ts';
import { paths } from '#client/paths.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Section } from '#client/ui/section.tsx';
import { holdDenialReason } from '#shared/holds/hold.ts';
import { formatNumber, plural, t } from '#shared/languages/translate.ts';
import { roleDenialReason } from '#shared/members/member.ts';
import { APP_ACTIONS, APP_STATUSES, appDeletionDenialReason } from '#shared/statuses/app-status.ts';
import type { VersionStatus } from '#shared/statuses/version-status.ts';
import { MarketplaceSection } from './marketplace-section.tsx';
import { RemovalSection } from './removal-section.tsx';
import { TrustedPublishersSection } from './trusted-publishers/trusted-publishers-section.tsx';
import { WebhooksSection } from './webhooks/webhooks-section.tsx';

/**
 * Shows the settings of an app: its trusted publishers and webhooks, its anti-features, its required provenance, its
 * marketplace ID, and whether it is available.
 */
export function SettingsPart({ loaded }: AppPartProps) {
  const { status } = loaded.app;
  return (
    <Parts>
      {roleDenialReason(loaded.role, 'owner') === null && (
        <>
          <TrustedPublishersSection appId={loaded.app.id} />
          <WebhooksSection appId={loaded.app.id} />
        </>
      )}
      <AntiFeaturesSection
        app={loaded.app}
        by="publisher"
        reason={roleDenialReason(loaded.role, 'maintainer')}
      />
      <ProvenancePolicySection
        loaded={loaded}
        by="publisher"
        reason={roleDenialReason(loaded.role, 'owner')}
      />
      {loaded.app.platform === 'ios' && <MarketplaceSection loaded={loaded} />}
      {[APP_ACTIONS.unpublish, APP_ACTIONS.republish].some(({ from }) => from.includes(status)) && (
        <>
          <Visibility loaded={loaded} />
          <RemovalSection loaded={loaded} />
        </>
      )}
      {APP_STATUSES[status].deletionDenialReason === null && <Deletion loaded={loaded} />}
    </Parts>
  );
}

interface QuestionProps {
  readonly loaded: LoadedApp;
  readonly onClose: () => void;
}

function Visibility({ loaded }: { loaded: LoadedApp }) {
  const { app, role } = loaded;
  const [asking, setAsking] = useState<'unpublish' | 'republish' | null>(null);
  const ownerDenialReason = roleDenialReason(role, 'owner');
  const isUnpublished = APP_ACTIONS.republish.from.includes(app.status);
  const close = () => setAsking(null);
  return (
    <Section title={isUnpublished ? t`Publish the app again` : t`Unpublish the app`}>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', maxWidth: 640 }}>
        {isUnpublished
          ? t`Publishing makes the app available to new users again, with all its published versions.`
          : t`Unpublishing hides the app from new users. You keep everything, including its application ID, and can publish it again at any time.`}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <ActionButton
          action={APP_ACTIONS.unpublish}
          status={app.status}
          variant="outlined"
          reason={ownerDenialReason}
          onClick={() => setAsking('unpublish')}
        />
        <ActionButton
          action={APP_ACTIONS.republish}
          status={app.status}
          variant="outlined"
          reason={ownerDenialReason}
          onClick={() => setAsking('republish')}
        />
      </Box>
      {asking === 'unpublish' && <UnpublishAppDialog loaded={loaded} onClose={close} />}
      {asking === 'republish' && <RepublishAppDialog loaded={loaded} onClose={close} />}
    </Section>
  );
}

function UnpublishAppDialog({ loaded: { app, versionCounts }, onClose }: QuestionProps) {
  const unpublish = useCallMutation('apps.unpublish');
  const { data } = useCallQuery('apps.versionDownloads', { appId: app.id });
  const published = versionCounts.published ?? 0;
  const count = plural(published, { one: '# version', other: '# versions' });
  return (
    <ConfirmDialog
      title={t`Unpublish ${app.name}?`}
      confirmLabel={t`Unpublish app`}
      danger
      typeToConfirm={app.name}
      pending={unpublish.isPending}
      error={unpublish.error}
      onConfirm={() => unpublish.mutate({ appId: app.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <span>
        {data === undefined
          ? t`No one can download its ${count} anymore.`
          : t`No one can download its ${count} anymore, downloaded ${formatNumber(data.allTime)} times so far.`}{' '}
        {t`People who have the app keep it but get no updates. Scheduled versions stay scheduled.`}
      </span>
    </ConfirmDialog>
  );
}

function RepublishAppDialog({ loaded: { app, versionCounts }, onClose }: QuestionProps) {
  const republish = useCallMutation('apps.republish');
  const published = versionCounts.published ?? 0;
  return (
    <ConfirmDialog
      title={t`Publish ${app.name} again?`}
      confirmLabel={t`Publish app again`}
      pending={republish.isPending}
      error={republish.error}
      onConfirm={() => republish.mutate({ appId: app.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <span>
        {t`Everyone can download its ${plural(published, { one: '# version', other: '# versions' })} again. Versions approved in the meantime are published too.`}
      </span>
    </ConfirmDialog>
  );
}

function Deletion({ loaded }: { loaded: LoadedApp }) {
  const { app, versionCounts, role } = loaded;
  const [isAsking, setAsking] = useState(false);
  const reason =
    roleDenialReason(role, 'owner') ??
    appDeletionDenialReason(app.status, Object.keys(versionCounts) as VersionStatus[]) ??
    holdDenialReason(app.hold);
  return (
    <Section title={t`Delete the app`}>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', maxWidth: 640 }}>
        {t`You can only delete an app that was never published. Its application ID becomes available again.`}
      </Typography>
      <ReasonedButton variant="outlined" color="error" reason={reason} onClick={() => setAsking(true)}>
        {t`Delete app`}
      </ReasonedButton>
      {isAsking && <DeleteAppDialog loaded={loaded} onClose={() => setAsking(false)} />}
    </Section>
  );
}

function DeleteAppDialog({ loaded: { app, versionCounts }, onClose }: QuestionProps) {
  const navigate = useNavigate();
  const count = countOf(versionCounts);
  const remove = useCallMutation('apps.delete', { leave: async () => navigate(paths.apps, LEAVE) });
  const { data } = useCallQuery('members.list', { appId: app.id });
  const others = (data?.members.length ?? 1) - 1;

  return (
    <ConfirmDialog
      title={t`Delete ${app.name}?`}
      confirmLabel={t`Delete app`}
      danger
      typeToConfirm={app.name}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ appId: app.id })}
      onClose={onClose}
    >
      <span>{deletedText(plural(count, { one: '# version', other: '# versions' }), others)}</span>
    </ConfirmDialog>
  );
}

function deletedText(versions: string, others: number): string {
  if (others === 0) {
    return t`${versions}, the listing with its images and all conversations will be permanently deleted.`;
  }
  return plural(
    others,
    {
      one: '{versions}, the listing with its images and all conversations will be permanently deleted, also for the other person working on this app.',
      other:
        '{versions}, the listing with its images and all conversations will be permanently deleted, also for the # other people working on this app.',
    },
    { versions },
  );
}
