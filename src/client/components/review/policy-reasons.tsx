import Box from '@mui/material/Box';
import type { PolicyDecision } from '#shared/reviews/policy.ts';
import { describePolicyReason } from '#shared/reviews/policy-reasons.ts';

/** Lists the reasons of a decision that the store's policy made. */
export function PolicyReasons({ reasons }: Pick<PolicyDecision, 'reasons'>) {
  return (
    <Box component="ul" sx={{ mt: 0.5, mb: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
      {reasons.map((reason) => (
        <li key={reason.sentence}>{describePolicyReason(reason)}</li>
      ))}
    </Box>
  );
}
