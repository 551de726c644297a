import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { Parts } from '#client/components/feedback/page-part.tsx';
import { FindingCards } from '#client/components/package/findings.tsx';
import { PackageDescription } from '#client/components/package/package-facts.tsx';
import { SignatureDescription } from '#client/components/package/signature-facts.tsx';
import { formatBytes } from '#client/ui/bytes.ts';
import { CopyId } from '#client/ui/copy.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Section } from '#client/ui/section.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import type { StoredFinding } from '#shared/packages/finding.ts';
import type { Version } from '#shared/versions/version.ts';
import { BuildSection } from './build-section.tsx';

type ReportedVersion = Pick<Version, 'package' | 'signature' | 'fileName' | 'size' | 'sha256'> &
  Partial<Pick<Version, 'fileRemovedAt' | 'status' | 'build'>> & {
    readonly findings: readonly StoredFinding[];
  };

interface VersionReportProps {
  readonly version: ReportedVersion;
  /** What the app may do, for the place after the findings; the package's own list is left out. */
  readonly access?: ReactNode;
}

/** Shows the results of a version's inspection: findings, package, signature and file. */
export function VersionReport({ version, access }: VersionReportProps) {
  const id = useId();
  const { findings, package: facts, signature, sha256 } = version;
  return (
    <Parts>
      {findings.length > 0 && (
        <Box component="section" aria-labelledby={id} sx={{ mb: 3 }}>
          <Typography id={id} variant="h2" sx={{ mb: 1.5 }}>
            {t`Findings`}
          </Typography>
          <FindingCards findings={findings} />
        </Box>
      )}
      {access}
      {facts !== null && (
        <Section title={t`Package`}>
          <PackageDescription facts={facts} withoutAccess={access !== undefined} />
        </Section>
      )}
      {signature !== null && (
        <Section title={t`Signature`}>
          <SignatureDescription signature={signature} />
        </Section>
      )}
      {version.build && <BuildSection build={version.build} />}
      <Section title={t`File`}>
        <DescriptionList
          items={[
            { label: t`Name`, value: version.fileName },
            { label: t`Size`, value: formatBytes(version.size) },
            ...(sha256 === null
              ? []
              : [{ label: t`SHA-256`, value: <CopyId value={sha256} label={t`SHA-256`} /> }]),
            ...(version.fileRemovedAt ? [{ label: t`Deleted`, value: <Deletion version={version} /> }] : []),
          ]}
        />
      </Section>
    </Parts>
  );
}

/** Explains when and why the file was deleted. */
function Deletion({ version: { fileRemovedAt, status } }: { version: ReportedVersion }) {
  if (!fileRemovedAt) return null;
  return (
    <>
      <Time iso={fileRemovedAt} />.{' '}
      {status === 'expired'
        ? t`Uploads without activity are deleted.`
        : t`Files of versions that weren’t published are deleted after a time. The findings stay.`}
    </>
  );
}
