import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { ProvenanceDetails } from '#client/components/version/provenance-details.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import {
  describeProvenanceChange,
  findProvenanceChange,
  provenanceDenialReason,
} from '#shared/provenance/rules.ts';
import type { Review } from '#shared/reviews/calls.ts';

/** Shows the source that the package was built from, with warnings when it differs from the live version's or lacks what the app requires. */
export function ReviewProvenance({ review }: { review: Review }) {
  const { version, published, provenancePolicy } = review;
  const { provenance } = version;
  const denialReason = provenanceDenialReason(provenancePolicy, provenance);
  const change = findProvenanceChange(published?.provenance ?? null, provenance);
  return (
    <Section title={t`Build provenance`}>
      {denialReason !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {denialReason}
        </Alert>
      )}
      {change !== null && (
        <Alert severity="warning" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {describeProvenanceChange(change)}
        </Alert>
      )}
      {provenance === null ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t`Nothing proves which source code this package was built from.`}
        </Typography>
      ) : (
        <ProvenanceDetails provenance={provenance} />
      )}
    </Section>
  );
}
