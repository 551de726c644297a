import { t } from '../../languages/translate.ts';

type Count = {
  readonly count: number;
};
type Max = {
  readonly max: number;
};
type Oid = {
  readonly oid: string;
};
/** Counted from 1. */
type Position = {
  readonly position: number;
};

/** What is wrong with the parts of a signature: ASN.1 values, certificates, keys, signing blocks and lineages. */
export const CERTIFICATE_PROBLEMS = {
  valueTag: ({ expected, actual }: { readonly expected: number; readonly actual: number }) =>
    t`Expected ASN.1 tag ${expected}, found ${actual}`,
  missingTag: ({ expected }: { readonly expected: number }) =>
    t`Expected ASN.1 tag ${expected}, found nothing`,
  derCutOff: () => t`Value is cut off`,
  derValues: () => t`Too many values in a row`,
  derDepth: () => t`Values nest too deeply`,
  tagNumber: () => t`Tag number out of range`,
  indefiniteLength: () => t`Indefinite length of a primitive value`,
  oidLength: () => t`Object identifier length`,
  oidCutOff: () => t`Object identifier is cut off`,
  emptyInteger: () => t`Empty integer`,
  largeInteger: () => t`Integer out of range`,
  notPair: () => t`Not a pair of integers`,

  certificates: ({ count }: Count) => t`${count} certificates`,
  certificateSize: ({ bytes }: { readonly bytes: number }) => t`A certificate of ${bytes} bytes`,
  signatureAlgorithms: () => t`Two different signature algorithms`,
  signatureBits: () => t`The signature isn’t a bit string`,
  namePart: () => t`Part of a name has no value`,
  notTime: () => t`Not a time`,
  wrongTime: ({ text }: { readonly text: string }) => t`Not a time: ${text}`,
  unusedBits: () => t`Bit string with unused bits`,
  notRsaKey: () => t`Not an RSA key`,
  keyNumber: () => t`Key number out of range`,
  contentType: ({ oid }: Oid) => t`Content of type ${oid}`,
  repeatedAttribute: ({ oid }: Oid) => t`Attribute ${oid} occurs twice`,
  attributeValues: ({ oid }: Oid) => t`Attribute ${oid} has several values`,

  negativeLength: ({ length }: { readonly length: number }) => t`Negative length ${length}`,
  blockCutOff: ({ bytes, left }: { readonly bytes: number; readonly left: number }) =>
    t`${bytes} bytes declared, ${left} left`,
  blockValues: ({ max }: Max) => t`More than ${max} values in a row`,

  lineageVersion: ({ version }: { readonly version: number }) =>
    t`Version ${version} of the lineage is unknown`,
  lineageSize: ({ max }: Max) => t`More than ${max} certificates`,
  emptyLineage: () => t`The lineage is empty`,
  lineageAlgorithm: ({ position }: Position) =>
    t`Certificate ${position} is signed with a different algorithm than declared`,
  lineageSignature: ({ position }: Position) => t`Certificate ${position} isn’t signed by the one before it`,
  repeatedCertificate: ({ position }: Position) => t`Certificate ${position} occurs twice`,
  lineages: () => t`The lineages of different signers contradict each other`,
  lineageEnd: () => t`The lineage doesn’t end with the signer’s certificate`,
};
