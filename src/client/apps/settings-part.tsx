import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Section } from '#client/ui/section.tsx';
import { whyNotApp } from '#shared/apps/rules.ts';
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
