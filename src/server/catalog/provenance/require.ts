import { provenanceDenialReason } from '#shared/provenance/rules.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';

/** Throws `failed-precondition` for a version without the origin that its app requires. */
export function requireProvenance({ provenancePolicy }: AppRow, { provenance }: VersionRow): void {
  requireAllowed(() => provenanceDenialReason(provenancePolicy, provenance), {
    reason: 'provenance-required',
    repository: provenancePolicy?.repository,
    workflow: provenancePolicy?.workflow,
  });
}
