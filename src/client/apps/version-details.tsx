import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';
import { DecisionNote } from '#client/ui/decision-note.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { VersionReport } from '#client/ui/version-report.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import type { Version } from '#shared/versions/version.ts';
import type { LoadedApp } from './loaded-app.ts';
import { VersionRemovalNote } from './removal-note.tsx';
import { VersionActions } from './version-actions.tsx';
import { VersionDanger } from './version-danger.tsx';
import { VersionStanding } from './version-standing.tsx';
import { WaitingNote } from './waiting-note.tsx';

const VersionBackground = lazy(async () => ({
  default: (await import('./version-background.tsx')).VersionBackground,
}));

export interface VersionDetailsProps {
  readonly version: Version;
  readonly loaded: LoadedApp;
  /** Whether the person chose this version, rather than it being the newest. */
  readonly chosen: boolean;
}

/** One version: where it stands, what can be done, why it was decided so, what is in it and what became of it. */
export function VersionDetails({ version, loaded, chosen }: VersionDetailsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigation = useNavigationType();

  // On a narrow screen the list is below: choosing there brings the reader, and the keyboard, up to the version.
  useEffect(() => {
    if (chosen && navigation === 'PUSH') heading.current?.focus();
  }, [chosen, navigation]);

  return (
    <Box component="article" aria-label={`Version ${versionTitle(version)}`} sx={{ minWidth: 0 }}>
      <Typography ref={heading} tabIndex={-1} variant="h2" sx={{ overflowWrap: 'anywhere', outline: 'none' }}>
        Version {versionTitle(version)}
      </Typography>
      <Box aria-live="polite" sx={{ mt: 1, mb: 2 }}>
        <VersionStanding version={version} live={loaded.live} />
      </Box>
      <WaitingNote version={version} />
      <VersionActions version={version} loaded={loaded} />
      <VersionRemovalNote version={version} />
      <DecisionNote version={version} />
      <Suspense fallback={<ListSkeleton rows={2} />}>
        <VersionBackground version={version} role={loaded.role} versions={loaded.versions} />
      </Suspense>
      <VersionReport version={version} />
      <VersionDanger version={version} loaded={loaded} />
    </Box>
  );
}
