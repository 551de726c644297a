import Box from '@mui/material/Box';
import type { Version } from '#shared/versions/version.ts';
import { formatBytes } from './bytes.ts';
import { CopyId } from './copy.tsx';
import { FactList } from './fact-list.tsx';
import { FindingCards } from './findings.tsx';
import { PackageFactList } from './package-facts.tsx';
import { Section } from './section.tsx';
import { SignatureFactList } from './signature-facts.tsx';

/** Everything that inspection found in a version: findings first, then the package, its signature and the file. */
export function VersionReport({ version }: { version: Version }) {
  const { findings, package: facts, signature, sha256 } = version;
  return (
    <>
      {findings.length > 0 && (
        <Box component="section" aria-label="Findings" sx={{ mb: 3 }}>
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
