import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { PublishingStanding } from '#client/ui/publishing-standing.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';

/** For people who do not publish: where they stand, what they can do here, and how publishing starts. */
export function NextForUsers() {
  const store = useCallQuery('settings.get', {});
  const me = useCallQuery('users.me', {});
  const error = store.error ?? me.error;
  if (error !== null) {
    return <CallErrorAlert error={error} onRetry={() => void Promise.all([store.refetch(), me.refetch()])} />;
  }
  if (store.data === undefined || me.data === undefined) return <ListSkeleton rows={2} />;
  const { storeName, publishing: policy } = store.data.settings;
  const { publishing } = me.data.user;
  const mayAsk = policy !== 'closed' && (publishing.state === 'none' || publishing.state === 'refused');
  return (
    <>
      <Section title={`Publishing on ${storeName}`}>
        <PublishingStanding publishing={publishing} policy={policy} />
        {mayAsk && (
          <Button variant="contained" href={paths.profile} sx={{ mt: 2 }}>
            Ask to publish in your profile
          </Button>
        )}
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary', maxWidth: 640 }}>
          The <Link href="developer-guide.html">Developer Guide</Link> describes the way from an account to a
          published app.
        </Typography>
      </Section>
      <Section title="Your account">
        <Typography sx={{ mb: 2 }}>Look after how you appear and how this console looks to you.</Typography>
        <Button href={paths.profile} variant="outlined" sx={{ mr: 1.5 }}>
          Edit profile
        </Button>
        <Button href={paths.settings} variant="outlined">
          Open settings
        </Button>
      </Section>
    </>
  );
}
