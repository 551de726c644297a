import { t } from '../../languages/translate.ts';
import { describeProblem, type FormatProblem } from './format-error.ts';

type InFile = {
  readonly file: string;
};
/** A file that is named in a manifest, or in a signature file. */
type Named = InFile & { readonly name: string };
type Digest = InFile & { readonly digest: string };

/** What is wrong with a JAR signature (v1). */
export const JAR_PROBLEMS = {
  noJarManifest: () => t`META-INF/MANIFEST.MF is missing.`,
  noJarSignature: () => t`META-INF has no signature.`,
  onlyIgnored: () => t`Every signature in META-INF is ignored.`,
  duplicate: ({ file }: InFile) => file,
  duplicates: () => t`It’s undefined which of the two files is used.`,

  manifestSection: () => t`META-INF/MANIFEST.MF: a section doesn’t start with a name.`,
  repeatedSection: ({ file }: InFile) => t`META-INF/MANIFEST.MF: it has two sections about ${file}.`,
  absentFile: ({ file }: InFile) => t`META-INF/MANIFEST.MF: ${file} isn’t in the package.`,
  sections: () => t`A manifest or signature file has more sections than a ZIP has files.`,
  attributes: ({ max }: { readonly max: number }) =>
    t`A manifest or signature file has a section with more than ${max} attributes.`,
  longName: () => t`A manifest or signature file has a name longer than any in a ZIP.`,
  notBase64: ({ key, text }: { readonly key: string; readonly text: string }) =>
    t`${key} isn’t Base64: ${text}.`,

  noSignatureFile: ({ file }: InFile) => t`${file} has no matching .SF file.`,
  noVersion: ({ file }: InFile) => t`${file}: it has no Signature-Version.`,
  namelessSection: ({ file }: InFile) => t`${file}: a section doesn’t start with a name.`,
  repeatedFile: ({ file }: InFile) => t`${file}: it has two sections about one file.`,
  notInManifest: ({ file }: InFile) => t`${file}: it signs a file that isn’t in the manifest.`,
  announced: ({ file, scheme }: InFile & { readonly scheme: string }) =>
    t`${file} says there is a v${scheme} signature, but there is none.`,
  manifestDigest: ({ digest, file }: Digest) => t`${digest} in ${file}.`,
  mainSectionDigest: ({ digest, file }: Digest) => t`${digest} of the manifest’s main section in ${file}.`,
  sectionDigest: ({ digest, name, file }: Digest & Named) =>
    t`${digest} of the manifest section about ${name} in ${file}.`,
  noSectionDigest: ({ name, file }: Named) => t`${name}: ${file} has no digest of its manifest section.`,

  noFileSigner: ({ file }: InFile) => t`${file} has no signer.`,
  fileSigners: ({ file, count }: InFile & { readonly count: number }) => t`${file} has ${count} signers.`,
  signatureBlock: (values: InFile & FormatProblem) => `${values.file}: ${describeProblem(values)}.`,
  otherContent: ({ file }: InFile) => t`${file} doesn’t sign its .SF file.`,
  algorithms: ({
    file,
    digest,
    signature,
    minSdk,
    maxSdk,
  }: Digest & { readonly signature: string; readonly minSdk: number; readonly maxSdk: number }) =>
    t`${file}: digest ${digest} with signature ${signature}, for API levels ${minSdk} to ${maxSdk}.`,
  otherKey: ({ file, signature, key }: InFile & { readonly signature: string; readonly key: string }) =>
    t`${file}: an ${signature} signature, but the key of the certificate is ${key}.`,
  noCertificate: ({ file }: InFile) => t`${file} doesn’t contain it.`,
  criticalExtension: ({ file }: InFile) => t`${file}: it has an unknown critical extension.`,
  keyUsage: ({ file }: InFile) => t`${file}: its key usage excludes signatures.`,
  signedAttributes: ({ file }: InFile) =>
    t`${file} has signed attributes, which Android before 4.4 can’t verify.`,

  noSignedFile: () => t`The package has no signed file.`,
  notListed: ({ file }: InFile) => t`${file} is missing from the manifest or every .SF file.`,
  otherSigners: ({ file }: InFile) => t`${file}: its signers differ from those of the other files.`,
  noDigest: ({ file }: InFile) => t`${file}: the manifest has no digest that Android supports.`,
  fileDigest: ({ digest, file }: Digest) => t`${digest} of ${file}.`,
  unpackedSize: ({ packed, unpacked }: { readonly packed: number; readonly unpacked: number }) =>
    t`${packed} bytes that unpack to ${unpacked}.`,
  fileSize: ({ file, bytes }: InFile & { readonly bytes: number }) => t`${file} has ${bytes} bytes.`,
  fileHeader: ({ file }: InFile) => t`${file}: its header is out of bounds.`,
  fileData: ({ file }: InFile) => t`${file}: its data is out of bounds.`,
  compressedData: ({ file }: InFile) =>
    t`${file}: its compressed data is damaged, or its length doesn’t match its directory entry.`,
};
