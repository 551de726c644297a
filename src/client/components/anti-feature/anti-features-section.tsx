import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { paths } from '#client/paths.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import type { App } from '#shared/apps/app.ts';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import {
  ANTI_FEATURES,
  type AntiFeatureSetter,
  antiFeaturePlatformDenialReason,
  declarableSchema,
} from '#shared/listings/anti-feature.ts';
import type { VersionAntiFeature } from '#shared/listings/anti-feature-calls.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import { AntiFeatureDialog } from './anti-feature-dialog.tsx';
import { DeclaredRow } from './declared-row.tsx';

export interface AntiFeaturesSectionProps {
  readonly app: Pick<App, 'id' | 'platform'>;
  /** The side that makes the changes. */
  readonly by: AntiFeatureSetter;
  /** The reason why the user cannot change them; null when they can. */
  readonly reason: string | null;
}

/** Shows the anti-features of an app with who set them and why, and lets its publisher or staff change them. */
export function AntiFeaturesSection(props: AntiFeaturesSectionProps) {
  return antiFeaturePlatformDenialReason(props.app.platform) === null ? <AndroidSection {...props} /> : null;
}

function AndroidSection({ app, by, reason }: AntiFeaturesSectionProps) {
  const call = useCallQuery('antiFeatures.list', { appId: app.id });
  const { data } = call;
  return (
    <Section title={t`Anti-features`}>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', maxWidth: 640 }}>
        {t`What people may not like about the app. F-Droid clients and the store’s page show it before the installation.`}
      </Typography>
      <CallStatus call={call} skeleton={<ListSkeleton rows={1} />} />
      {data !== undefined && <Lists appId={app.id} by={by} reason={reason} listed={data} />}
    </Section>
  );
}

interface ListsProps extends Pick<AntiFeaturesSectionProps, 'by' | 'reason'> {
  readonly appId: string;
  readonly listed: CallResult<'antiFeatures.list'>;
}

function Lists({ appId, by, reason, listed: { declared, ofVersions, locales } }: ListsProps) {
  const [isAdding, setAdding] = useState(false);
  const added = new Set(declared.map(({ antiFeature }) => antiFeature));
  const free = declarableSchema.options.filter((id) => !added.has(id));
  return (
    <>
      {declared.length > 0 && (
        <Box component="ul" aria-label={t`Anti-features of the app`} sx={LIST}>
          {declared.map((entry) => (
            <DeclaredRow
              key={entry.antiFeature}
              appId={appId}
              entry={entry}
              by={by}
              reason={reason}
              locales={locales}
            />
          ))}
        </Box>
      )}
      {ofVersions.length > 0 && (
        <Box component="ul" aria-label={t`Anti-features of single versions`} sx={LIST}>
          {ofVersions.map((entry) => (
            <VersionRow key={`${entry.versionId} ${entry.antiFeature}`} appId={appId} entry={entry} by={by} />
          ))}
        </Box>
      )}
      {free.length > 0 && (
        <ReasonedButton
          variant="outlined"
          startIcon={<AddIcon />}
          reason={reason}
          onClick={() => setAdding(true)}
        >
          {t`Add an anti-feature`}
        </ReasonedButton>
      )}
      {isAdding && (
        <AntiFeatureDialog
          appId={appId}
          choices={free}
          by={by}
          locales={locales}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

const LIST = {
  m: 0,
  mb: 2,
  p: 0,
  listStyle: 'none',
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
};

interface VersionRowProps extends Pick<ListsProps, 'appId' | 'by'> {
  readonly entry: VersionAntiFeature;
}

function VersionRow({ appId, entry, by }: VersionRowProps) {
  const { antiFeature, versionId, versionName, versionCode, reason, finding } = entry;
  const title = t`Version ${versionName ?? ''} (${versionCode ?? ''})`;
  return (
    <Box component="li" sx={{ py: 1.25, overflowWrap: 'anywhere' }}>
      <Typography sx={{ fontWeight: 600 }}>
        {ANTI_FEATURES[antiFeature].label()} ·{' '}
        <Link href={by === 'staff' ? paths.review(versionId) : paths.version(appId, versionId)}>{title}</Link>
      </Typography>
      <Typography variant="body2">{finding === null ? reason : describeFinding(finding).evidence}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {ANTI_FEATURES[antiFeature].comesFrom === 'vulnerability'
          ? t`Marked by store staff`
          : t`Found by the inspection`}
      </Typography>
    </Box>
  );
}
