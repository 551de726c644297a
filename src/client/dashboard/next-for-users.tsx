import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { useSessionUser } from '#client/store/store.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { CopyId } from '#client/ui/copy.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';

/** For people who do not publish: what they can do here, and how publishing starts. */
export function NextForUsers() {
  const { uid } = useSessionUser();
  const { data, error, refetch } = useCallQuery('settings.get', {});
  if (error !== null) return <CallErrorAlert error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ListSkeleton rows={2} />;
  const { storeName, publishing } = data.settings;
  return (
    <>
      <Section title={`Publishing on ${storeName}`}>
        <Typography sx={{ mb: 2, maxWidth: 640 }}>
          {publishing === 'open'
            ? 'Your account does not publish apps. An admin of this store can make you a developer: send them your id.'
            : 'This store takes no new publishers at the moment. If you have been told otherwise, send an admin of the store your id.'}
        </Typography>
        <Typography sx={{ mb: 2 }}>
          Your id: <CopyId value={uid} label="your id" />
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: 640 }}>
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
