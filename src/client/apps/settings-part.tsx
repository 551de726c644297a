import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Section } from '#client/ui/section.tsx';
import { whyNotApp, whyNotDeleteApp } from '#shared/apps/rules.ts';
import { whyNotRole } from '#shared/members/member.ts';
import { CHANGED_CALLS } from './changed-calls.ts';
import type { AppPartProps, LoadedApp } from './loaded-app.ts';
import { WebhooksSection } from './webhooks-section.tsx';

/** What concerns the app as a whole: what its events are told to, and whether people can get it. */
export function SettingsPart({ loaded }: AppPartProps) {
  return (
    <>
      {whyNotRole(loaded.role, 'owner') === null && <WebhooksSection appId={loaded.app.id} />}
      <Publicity loaded={loaded} />
      <Deletion loaded={loaded} />
    </>
  );
}

interface QuestionProps {
  readonly loaded: LoadedApp;
  readonly onClose: () => void;
}

function Publicity({ loaded }: { loaded: LoadedApp }) {
  const { app, role } = loaded;
  const [asking, setAsking] = useState<'unpublish' | 'republish' | null>(null);
  const whyNotOwner = whyNotRole(role, 'owner');
  const whyNot = (action: 'unpublish' | 'republish') =>
    whyNotOwner ?? whyNotApp({ action, status: app.status, actor: 'publisher' });
  const close = () => setAsking(null);
  return (
    <Section title="Take the app out of the store">
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', maxWidth: 640 }}>
        Unpublishing takes the whole app from everybody who does not have it yet. Nothing of it is lost, its
        application id stays yours, and you can publish it again at any time.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <ReasonedButton
          variant="outlined"
          color="error"
          reason={whyNot('unpublish')}
          onClick={() => setAsking('unpublish')}
        >
          Unpublish the app
        </ReasonedButton>
        <ReasonedButton
          variant="outlined"
          reason={whyNot('republish')}
          onClick={() => setAsking('republish')}
        >
          Publish the app again
        </ReasonedButton>
      </Box>
      {asking === 'unpublish' && <UnpublishAppDialog loaded={loaded} onClose={close} />}
      {asking === 'republish' && <RepublishAppDialog loaded={loaded} onClose={close} />}
    </Section>
  );
}

function UnpublishAppDialog({ loaded: { app, versions }, onClose }: QuestionProps) {
  const unpublish = useCallMutation('apps.unpublish', { invalidates: CHANGED_CALLS });
  const { data } = useCallQuery('apps.versionDownloads', { appId: app.id });
  const published = versions.filter(({ status }) => status === 'published').length;
  const count = published === 1 ? 'one version' : `${published} versions`;
  return (
    <ConfirmDialog
      title={`Unpublish ${app.name}?`}
      confirmLabel="Unpublish the app"
      danger
      typeToConfirm={app.name}
      pending={unpublish.isPending}
      error={unpublish.error}
      onConfirm={() => unpublish.mutate({ appId: app.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <span>
        Nobody can download its {count} any more
        {data !== undefined && `, which were downloaded ${data.allTime.toLocaleString('en')} times so far`}.
        Who has the app keeps it and gets no updates. Versions that wait for a date wait on.
      </span>
    </ConfirmDialog>
  );
}

function RepublishAppDialog({ loaded: { app, versions }, onClose }: QuestionProps) {
  const republish = useCallMutation('apps.republish', { invalidates: CHANGED_CALLS });
  const published = versions.filter(({ status }) => status === 'published').length;
  return (
    <ConfirmDialog
      title={`Publish ${app.name} again?`}
      confirmLabel="Publish the app again"
      pending={republish.isPending}
      error={republish.error}
      onConfirm={() => republish.mutate({ appId: app.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <span>
        Everybody can download its {published === 1 ? 'one version' : `${published} versions`} again, and what
        was approved meanwhile is published too.
      </span>
    </ConfirmDialog>
  );
}

function Deletion({ loaded }: { loaded: LoadedApp }) {
  const { app, versions, role } = loaded;
  const [isAsking, setAsking] = useState(false);
  const reason =
    whyNotRole(role, 'owner') ??
    whyNotDeleteApp(
      app.status,
      versions.map(({ status }) => status),
    );
  return (
    <Section title="Delete the app">
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', maxWidth: 640 }}>
        Only an app that was never public can be deleted. Its application id is free again then.
      </Typography>
      <ReasonedButton variant="outlined" color="error" reason={reason} onClick={() => setAsking(true)}>
        Delete the app
      </ReasonedButton>
      {isAsking && <DeleteAppDialog loaded={loaded} onClose={() => setAsking(false)} />}
    </Section>
  );
}

function DeleteAppDialog({ loaded: { app, versions }, onClose }: QuestionProps) {
  const navigate = useNavigate();
  const { documents } = useBackend();
  const remove = useCallMutation('apps.delete');
  const { data } = useCallQuery('members.list', { appId: app.id });
  const others = (data?.members.length ?? 1) - 1;

  async function confirm() {
    const deleted = await remove.mutateAsync({ appId: app.id }).catch(() => null);
    if (deleted === null) return; // The dialog says why.
    await navigate(paths.apps);
    await documents.invalidate(['apps.list']);
  }

  return (
    <ConfirmDialog
      title={`Delete ${app.name}?`}
      confirmLabel="Delete the app"
      danger
      typeToConfirm={app.name}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <span>
        {versions.length === 1 ? 'One version' : `${versions.length} versions`}, the listing with its pictures
        and all conversations are gone for good
        {others > 0 &&
          `, also for the ${others === 1 ? 'other person' : `${others} other people`} of this app`}
        .
      </span>
    </ConfirmDialog>
  );
}
