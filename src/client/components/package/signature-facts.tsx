import { CopyId } from '#client/ui/copy.tsx';
import { type DescriptionItem, DescriptionList } from '#client/ui/description-list.tsx';
import { plural, t } from '#shared/languages/translate.ts';
import { androidRelease } from '#shared/packages/android-release.ts';
import type { SignatureFacts } from '#shared/packages/facts.ts';

const SCHEMES = [
  ['v1', 'v1'],
  ['v2', 'v2'],
  ['v3', 'v3'],
  ['v31', 'v3.1'],
] as const;

function signersOfRange({ minSdk, maxSdk, signers }: NonNullable<SignatureFacts['ranges']>[number]) {
  return {
    label:
      maxSdk === null
        ? t`${androidRelease(minSdk)} and newer`
        : t`${androidRelease(minSdk)} to ${androidRelease(maxSdk)}`,
    value: signers.map((signer) => signer.slice(0, 8)).join(', '),
  };
}

/** Lists the signers of a package with their certificates and fingerprints. */
export function SignatureDescription({ signature }: { signature: SignatureFacts }) {
  const schemes = SCHEMES.filter(([scheme]) => signature.schemes[scheme]).map(([, name]) => name);
  const facts: DescriptionItem[] = [
    {
      label: t`Signature`,
      value: signature.verified ? t`Verified (scheme ${schemes.join(', ')})` : t`Not verified`,
    },
    ...signature.certificates.map((certificate) => ({
      label: signature.certificates.length === 1 ? t`Signer` : t`Signer ${certificate.sha256.slice(0, 8)}`,
      value: (
        <>
          {certificate.subject}
          <br />
          <CopyId value={certificate.sha256} label={t`fingerprint of the signer`} />
        </>
      ),
    })),
  ];
  const ranges = signature.ranges ?? [];
  if (ranges.length > 1) {
    facts.push({
      label: t`Signer by Android version`,
      value: <DescriptionList items={ranges.map(signersOfRange)} />,
    });
  }
  if (signature.lineage.length > 0) {
    facts.push({
      label: t`Key rotation`,
      value: plural(signature.lineage.length, {
        one: 'Proven by # certificate',
        other: 'Proven by # certificates',
      }),
    });
  }
  return <DescriptionList items={facts} />;
}
