import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';
import type { LoadedApp } from '#client/components/app/loaded-app.ts';
import { VersionRemovalNote } from '#client/components/app/removal-note.tsx';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { VersionHoldNote } from '#client/components/hold/hold-note.tsx';
import { DecisionNote } from '#client/components/review/decision-note.tsx';
import { VersionReport } from '#client/components/version/version-report.tsx';
import { VersionStatusLine } from '#client/components/version/version-status.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { VulnerabilityNote } from '#client/components/version/vulnerability-note.tsx';
import { paths } from '#client/paths.ts';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Version } from '#shared/versions/version.ts';
import { VersionActions } from './version-actions.tsx';
import { VersionDanger } from './version-danger.tsx';
import { WaitingNote } from './waiting-note.tsx';

const VersionBackground = lazyChunk(
  'version-background',
  async () => (await import('./version-background.tsx')).VersionBackground,
);

/** The least height of conversation, changes and history together, in pixels; they load one after the other. */
const BACKGROUND_HEIGHT = 600;

export interface VersionDetailsProps {
  readonly version: Version;
  readonly loaded: LoadedApp;
  /** True when the user selected this version; false when it is shown as the newest. */
  readonly chosen: boolean;
}

/** Shows one version: its status, actions, decision, contents and history. */
export function VersionDetails({ version, loaded, chosen }: VersionDetailsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigation = useNavigationType();

  // On narrow screens the list is below, so selecting there moves the view and the focus up to the version.
  useEffect(() => {
    if (chosen && navigation === 'PUSH') heading.current?.focus();
  }, [chosen, navigation]);

  return (
    <Box component="article" aria-label={t`Version ${versionTitle(version)}`} sx={{ minWidth: 0 }}>
      <Typography ref={heading} tabIndex={-1} variant="h2" sx={{ overflowWrap: 'anywhere', outline: 'none' }}>
        {t`Version ${versionTitle(version)}`}
      </Typography>
      <Box sx={{ mt: 1, mb: 2 }}>
        <VersionStatusLine version={version} />
      </Box>
      <WaitingNote version={version} />
      <VersionActions version={version} loaded={loaded} />
      <VersionRemovalNote version={version} />
      <VersionHoldNote
        hold={version.hold}
        holder={{ href: paths.app(version.appId), label: t`See the app` }}
      />
      <VulnerabilityNote version={version} />
      <DecisionNote version={version} />
      <Box sx={version.submittedAt === null ? {} : { minHeight: BACKGROUND_HEIGHT }}>
        <Suspense fallback={<ListSkeleton rows={2} />}>
          <VersionBackground version={version} role={loaded.role} versions={loaded.versions} />
        </Suspense>
      </Box>
      <VersionReport version={version} />
      <VersionDanger version={version} loaded={loaded} />
    </Box>
  );
}
