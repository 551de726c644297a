import { t } from '../languages/translate.ts';
import { type CaseValues, oneOf } from '../packages/rules/rule.ts';
import { RESERVING_CODE, type VersionStatus } from '../statuses/version-status.ts';
import type { Provenance, ProvenanceRequirement } from './provenance.ts';

/** Returns the address of the commit, as GitHub and GitLab have it. */
export function commitUrl({ repository, commit }: Provenance): string {
  return `${repository}/commit/${commit}`;
}

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

type Replaced = { readonly before: string; readonly after: string };

/** The differences between a version's origin and that of the published one, as sentences for reviewers. */
export const PROVENANCE_CHANGES = {
  noProvenance: () => t`The published version has build provenance, this one has none.`,
  otherRepository: ({ before, after }: Replaced) =>
    t`It was built from another repository: ${after} instead of ${before}.`,
  otherWorkflow: ({ before, after }: Replaced) =>
    t`It was built by another workflow: ${after} instead of ${before}.`,
};
export type ProvenanceChange = CaseValues<typeof PROVENANCE_CHANGES>;
export const describeProvenanceChange = oneOf(PROVENANCE_CHANGES);

/** Returns how a version's origin differs from that of the published one; null if it doesn't. */
export function findProvenanceChange(
  before: Provenance | null,
  after: Provenance | null,
): ProvenanceChange | null {
  if (before === null) return null;
  if (after === null) return { found: 'noProvenance' };
  if (!isSameRepository(before, after)) {
    return { found: 'otherRepository', before: before.repository, after: after.repository };
  }
  if (before.workflow === after.workflow) return null;
  return { found: 'otherWorkflow', before: before.workflow, after: after.workflow };
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
