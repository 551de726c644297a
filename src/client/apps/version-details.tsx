import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';
import { DecisionNote } from '#client/ui/decision-note.tsx';
import { Stands } from '#client/ui/stands.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import { VersionReport } from '#client/ui/version-report.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import type { Actor } from '#shared/versions/rules.ts';
import { versionSentence } from '#shared/versions/sentence.ts';
import type { Version } from '#shared/versions/version.ts';
import { VersionActions } from './version-actions.tsx';

export interface VersionDetailsProps {
  readonly version: Version;
  readonly actor: Actor;
  /** Whether the person chose this version, rather than it being the newest. */
  readonly chosen: boolean;
}

/** One version: where it stands, what can be done, why it was decided so, and what is in it. */
export function VersionDetails({ version, actor, chosen }: VersionDetailsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigation = useNavigationType();
  const now = useMinute();

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
        <Stands status={version.status} sentence={versionSentence(version, now)} />
      </Box>
      <VersionActions version={version} actor={actor} />
      <DecisionNote version={version} />
      <VersionReport version={version} />
    </Box>
  );
}
