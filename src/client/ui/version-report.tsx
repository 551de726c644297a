import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { Version } from '#shared/versions/version.ts';
import { formatBytes } from './bytes.ts';
import { CopyId } from './copy.tsx';
import { FactList } from './fact-list.tsx';
import { FindingCards } from './findings.tsx';
import { PackageFactList } from './package-facts.tsx';
import { Section } from './section.tsx';
import { SignatureFactList } from './signature-facts.tsx';

type ReportedVersion = Pick<Version, 'findings' | 'package' | 'signature' | 'fileName' | 'size' | 'sha256'>;

/** Everything that inspection found in a version: findings first, then the package, its signature and the file. */
export function VersionReport({ version }: { version: ReportedVersion }) {
  const id = useId();
  const { findings, package: facts, signature, sha256 } = version;
  return (
    <>
      {findings.length > 0 && (
        <Box component="section" aria-labelledby={id} sx={{ mb: 3 }}>
          <Typography id={id} variant="h2" sx={{ mb: 1.5 }}>
            Findings
          </Typography>
          <FindingCards findings={findings} />
        </Box>
      )}
      {facts !== null && (
        <Section title="Package">
          <PackageFactList facts={facts} />
        </Section>
      )}
      {signature !== null && (
        <Section title="Signature">
          <SignatureFactList signature={signature} />
        </Section>
      )}
      <Section title="File">
        <FactList
          facts={[
            { label: 'Name', value: version.fileName },
            { label: 'Size', value: formatBytes(version.size) },
            ...(sha256 === null
              ? []
              : [{ label: 'SHA-256', value: <CopyId value={sha256} label="SHA-256" /> }]),
          ]}
        />
      </Section>
    </>
  );
}
