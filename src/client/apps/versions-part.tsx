import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useSearchParams } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { whyNotRole } from '#shared/members/member.ts';
import type { AppPartProps } from './loaded-app.ts';
import { VersionDetails } from './version-details.tsx';
import { VersionList } from './version-list.tsx';

/** The versions of an app, and one of them in full: the one that the address names, or the newest. */
export function VersionsPart({ loaded }: AppPartProps) {
  const { app, versions, role } = loaded;
  const params = useSearchParams()[0];
  const chosenId = params.get('version');
  const taken = params.get('taken');
  const newest = versions[0];
  const mayUpload = whyNotRole(role, 'maintainer') === null;
  const chosen = chosenId === null ? newest : versions.find((version) => version.id === chosenId);
  return (
    <>
      {taken !== null && /^\d+$/.test(taken) && (
        <Alert severity="info" sx={{ mb: 3 }}>
          The version was deleted. Its number {taken} stays taken, as it was handed in before.
        </Alert>
      )}
      {newest === undefined ? (
        <Empty
          title="No version here. Upload a package: the store reads it at once and says what it finds."
          action={mayUpload && <Button href={paths.newVersion(app.id)}>Upload a version of this app</Button>}
        />
      ) : (
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
            alignItems: 'start',
            gap: 3,
          }}
        >
          {chosen === undefined ? (
            <Alert severity="info">This app has no such version. Choose one from the list.</Alert>
          ) : (
            <VersionDetails key={chosen.id} version={chosen} loaded={loaded} chosen={chosenId !== null} />
          )}
          <Box component="aside" sx={{ minWidth: 0 }}>
            <Typography variant="h2" sx={{ mb: 2 }}>
              All versions
            </Typography>
            <VersionList versions={versions} selectedId={chosen?.id ?? ''} live={loaded.live} />
            <NextNumber appId={app.id} />
          </Box>
        </Box>
      )}
    </>
  );
}

/** Which number the next version needs; those of deleted versions count. */
function NextNumber({ appId }: { appId: string }) {
  const { data } = useCallQuery('apps.getRequirements', { appId });
  const highest = data?.requirements.previous.versionCode ?? null;
  if (highest === null) return null;
  return (
    <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
      The next version needs a versionCode above {highest}. A number that was handed in once stays taken, even
      when its version is deleted.
    </Typography>
  );
}
