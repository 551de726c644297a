import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { PublishingStatus } from '#client/components/user/publishing-status.tsx';
import { paths } from '#client/paths.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';

/** Shows users who don't publish their status, how to start publishing, and their account. */
export function NextForUsers() {
  const store = useCallQuery('settings.get', {});
  const me = useCallQuery('users.me', {});
  const error = store.error ?? me.error;
  if (error !== null) {
    return <CallErrorAlert error={error} onRetry={() => Promise.all([store.refetch(), me.refetch()])} />;
  }
  if (store.data === undefined || me.data === undefined) return <ListSkeleton rows={2} />;
  const { storeName, publishing: policy } = store.data.settings;
  const { publishing } = me.data.user;
  const mayAsk = policy !== 'closed' && (publishing.state === 'none' || publishing.state === 'declined');
  return (
    <>
      <Section title={t`Publishing on ${storeName}`}>
        <PublishingStatus user={me.data.user} policy={policy} />
        {mayAsk && (
          <Button variant="contained" href={paths.profile} sx={{ mt: 2 }}>
            {t`Ask to publish in your profile`}
          </Button>
        )}
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary', maxWidth: 640 }}>
          {rich`The ${<Link href="developer-guide.html">{t`Developer Guide`}</Link>} explains how to publish, step by step.`}
        </Typography>
      </Section>
      <Section title={t`Your account`}>
        <Typography sx={{ mb: 2 }}>{t`Edit your profile and choose your settings.`}</Typography>
        <Button href={paths.profile} variant="outlined" sx={{ mr: 1.5 }}>
          {t`Edit profile`}
        </Button>
        <Button href={paths.settings} variant="outlined">
          {t`Open settings`}
        </Button>
      </Section>
    </>
  );
}
