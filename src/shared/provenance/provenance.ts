import { z } from 'zod';
import { t } from '../languages/translate.ts';
import { RESERVING_CODE, type VersionStatus } from '../versions/status.ts';

/** Longest address in a certificate that is kept, in characters. */
const MAX_ADDRESS_LENGTH = 500;

/** Longest bundle file, in characters. GitHub's have about 10,000. */
export const MAX_BUNDLE_LENGTH = 256 * 1024;

const webAddressSchema = z
  .string()
  .max(MAX_ADDRESS_LENGTH)
  .regex(/^https:\/\/[^\s"'<>\\]+$/);

/**
 * The origin of a package as its verified build certificate names it. The certificate's extensions are described in
 * github.com/sigstore/fulcio, docs/oid-info.md.
 */
export const provenanceSchema = z.object({
  /** The address of the source repository, such as `https://github.com/example/app`. */
  repository: webAddressSchema,
  /** The host's number of the repository, which stays when it is renamed; null where the host gives none. */
  repositoryId: z.string().max(100).nullable(),
  /** The hash of the commit, in lower-case hexadecimal. */
  commit: z
    .string()
    .max(64)
    .regex(/^[0-9a-f]{40,64}$/),
  /** The branch or tag, such as `refs/tags/v1.4.0`. */
  ref: z.string().max(MAX_ADDRESS_LENGTH).nullable(),
  /** The file of the workflow in its repository, such as `.github/workflows/release.yml`. */
  workflow: z.string().min(1).max(MAX_ADDRESS_LENGTH),
  /** The address of the workflow's run; null where the host gives none. */
  runUrl: webAddressSchema.nullable(),
  /** The kind of machine, such as `github-hosted`; null where the host gives none. */
  runner: z.string().max(100).nullable(),
  /** The service that vouched for the build, such as `https://token.actions.githubusercontent.com`. */
  issuer: webAddressSchema,
  /** The number of the entry in the transparency log. */
  logIndex: z.string().max(30),
});
export type Provenance = z.infer<typeof provenanceSchema>;

/** Returns the address of the commit, as GitHub and GitLab have it. */
export function commitUrl({ repository, commit }: Provenance): string {
  return `${repository}/commit/${commit}`;
}

const REPOSITORY = t`Enter the address of a repository, such as https://github.com/example/app.`;

/** The address of a repository without a slash or `.git` at its end. */
const repositorySchema = z
  .string()
  .trim()
  .max(MAX_ADDRESS_LENGTH, REPOSITORY)
  .transform((address) => address.replace(/(\.git)?\/*$/, ''))
  .pipe(webAddressSchema.regex(/^https:\/\/[^/?#@]+(\/[^/?#]+)+$/, REPOSITORY));

const WORKFLOW = t`Enter the path of the workflow file, such as .github/workflows/release.yml.`;

const workflowSchema = z
  .string()
  .trim()
  .max(200, WORKFLOW)
  .regex(/^[^\s/@][^\s@]*$/, WORKFLOW);

/** Says who set an app's requirement; the publisher can't change that of staff. */
export const provenanceSetterSchema = z.enum(['publisher', 'staff']);
export type ProvenanceSetter = z.infer<typeof provenanceSetterSchema>;

/** The origin that an app's versions must have; null allows any. */
export const provenanceRequirementSchema = z
  .object({ repository: repositorySchema.nullable(), workflow: workflowSchema.nullable() })
  .strict();
export type ProvenanceRequirement = z.infer<typeof provenanceRequirementSchema>;

/** An app's requirement with who set it. */
export const provenancePolicySchema = z.object({
  repository: z.string().max(MAX_ADDRESS_LENGTH).nullable(),
  workflow: z.string().max(200).nullable(),
  setBy: provenanceSetterSchema,
});
export type ProvenancePolicy = z.infer<typeof provenancePolicySchema>;

/** Returns the reason why a version can't be submitted or approved, as a sentence to show; null when it has the required origin. */
export function provenanceDenialReason(
  policy: ProvenanceRequirement | null,
  provenance: Provenance | null,
): string | null {
  if (policy === null) return null;
  const { repository, workflow } = policy;
  if (provenance === null) {
    return t`This app requires build provenance. Attach the Sigstore bundle of this package.`;
  }
  if (repository !== null && !isSameAddress(repository, provenance.repository)) {
    return t`This app’s versions must be built from ${repository}. Build this package there.`;
  }
  if (workflow !== null && workflow !== provenance.workflow) {
    return t`This app’s versions must be built by the workflow ${workflow}. Build this package with it.`;
  }
  return null;
}

/** Returns how a version's origin differs from that of the published one, as a sentence for reviewers; null if it doesn't. */
export function describeProvenanceChange(before: Provenance | null, after: Provenance | null): string | null {
  if (before === null) return null;
  if (after === null) return t`The published version has build provenance, this one has none.`;
  if (!isSameRepository(before, after)) {
    return t`It was built from another repository: ${after.repository} instead of ${before.repository}.`;
  }
  if (before.workflow !== after.workflow) {
    return t`It was built by another workflow: ${after.workflow} instead of ${before.workflow}.`;
  }
  return null;
}

/** Numbers of one host are compared, because a freed name may be taken by others. */
function isSameRepository(a: Provenance, b: Provenance): boolean {
  if (a.issuer === b.issuer && a.repositoryId !== null && b.repositoryId !== null) {
    return a.repositoryId === b.repositoryId;
  }
  return isSameAddress(a.repository, b.repository);
}

/** Hosts ignore the case of names. */
function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Returns the reason why a version's provenance can't be attached or replaced, as a sentence to show; null when it can. */
export function attachingDenialReason(status: VersionStatus): string | null {
  // What reviewers have seen, or what was approved, stays as it is.
  if (!RESERVING_CODE.includes(status)) return null;
  return t`Provenance is attached before a version is submitted. Withdraw it first, or attach it to the next version.`;
}
