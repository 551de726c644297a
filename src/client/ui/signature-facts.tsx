import type { SignatureFacts } from '#shared/packages/facts.ts';
import { CopyId } from './copy.tsx';
import { type Fact, FactList } from './fact-list.tsx';

const SCHEMES = [
  ['v1', 'v1'],
  ['v2', 'v2'],
  ['v3', 'v3'],
  ['v31', 'v3.1'],
] as const;

/** Who signed a package and how well: each signer's certificate with its whole fingerprint to copy. */
export function SignatureFactList({ signature }: { signature: SignatureFacts }) {
  const schemes = SCHEMES.filter(([scheme]) => signature.schemes[scheme]).map(([, name]) => name);
  const facts: Fact[] = [
    {
      label: 'Signature',
      value: signature.verified ? `Verified (scheme ${schemes.join(', ')})` : 'Not verified',
    },
    ...signature.certificates.map((certificate) => ({
      label: signature.certificates.length === 1 ? 'Signer' : `Signer ${certificate.sha256.slice(0, 8)}`,
      value: (
        <>
          {certificate.subject}
          <br />
          <CopyId value={certificate.sha256} label="fingerprint of the signer" />
        </>
      ),
    })),
  ];
  if (signature.lineage.length > 0) {
    facts.push({ label: 'Key rotation', value: `Proven over ${signature.lineage.length} certificates` });
  }
  return <FactList facts={facts} />;
}
