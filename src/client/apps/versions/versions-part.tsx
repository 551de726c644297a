import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useSearchParams } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import type { AppPartProps, LoadedApp } from '#client/components/app/loaded-app.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { paths } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { roleDenialReason } from '#shared/members/member.ts';
import { VersionDetails } from './version-details.tsx';
import { VersionList } from './version-list.tsx';

/** Shows the versions of an app, and in full the one in the address, or the newest. */
export function VersionsPart({ loaded }: AppPartProps) {
  const { app, versions, role } = loaded;
  const params = useSearchParams()[0];
  const chosenId = params.get('version');
  const reserved = params.get('reserved');
  const newest = versions[0];
  const mayUpload = roleDenialReason(role, 'maintainer') === null;
  const shownId = chosenId ?? newest?.id ?? '';
  return (
    <>
      {reserved !== null && /^\d+$/.test(reserved) && (
        <Alert severity="info" sx={{ mb: 3 }}>
          {t`Version deleted. Its version code ${reserved} stays reserved because it was submitted.`}
        </Alert>
      )}
      {newest === undefined ? (
        <Empty
          picture="quay"
          title={t`No versions yet. Upload a package and we’ll inspect it right away.`}
          action={mayUpload && <Button href={paths.newVersion(app.id)}>{t`Upload a version`}</Button>}
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
          <ShownVersion key={shownId} versionId={shownId} loaded={loaded} chosen={chosenId !== null} />
          <Box component="aside" sx={{ minWidth: 0 }}>
            <Typography variant="h2" sx={{ mb: 2 }}>
              {t`All versions`}
            </Typography>
            <VersionList loaded={loaded} selectedId={shownId} />
            <NextNumber appId={app.id} />
          </Box>
        </Box>
      )}
    </>
  );
}

/** Rows of a skeleton below which a phone shows nothing that could move. */
const SCREENFUL = 8;

interface ShownVersionProps {
  readonly versionId: string;
  readonly loaded: LoadedApp;
  readonly chosen: boolean;
}

/** Shows one version with its package facts, which lists leave out. */
function ShownVersion({ versionId, loaded, chosen }: ShownVersionProps) {
  const call = useCallQuery('versions.get', { versionId });
  const { data, error } = call;
  const isUnknown =
    (error instanceof CallError && error.code === 'not-found') ||
    (data !== undefined && data.version.appId !== loaded.app.id);
  if (isUnknown) {
    return <Alert severity="info">{t`This app has no such version. Choose one from the list.`}</Alert>;
  }
  if (data === undefined) return <CallStatus call={call} skeleton={<ListSkeleton rows={SCREENFUL} />} />;
  return <VersionDetails version={data.version} loaded={loaded} chosen={chosen} />;
}

/** Shows the lowest version code for the next version, including those reserved by deleted versions. */
function NextNumber({ appId }: { appId: string }) {
  const { data } = useCallQuery('apps.getRequirements', { appId });
  const highest = data?.requirements.previous.versionCode ?? null;
  if (highest === null) return null;
  return (
    <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
      {t`The next version needs a version code above ${highest}. Submitted version codes can’t be reused, even after the version is deleted.`}
    </Typography>
  );
}
