/** How long a proof of who somebody is (password or passkey) counts for what is sensitive, in seconds. */
export const PROOF_SECONDS = 600;

export const STEP_UP_MESSAGE =
  'Confirm first that it is you: enter your password or use a passkey, then do it again.';

/** Whether a session proved who it belongs to recently enough for what is sensitive. */
export function isProofFresh(provedAt: Date, now: Date): boolean {
  return now.getTime() - provedAt.getTime() < PROOF_SECONDS * 1000;
}
