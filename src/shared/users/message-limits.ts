/** The maximum number of times something may be done within a number of seconds. */
interface Rate {
  readonly max: number;
  readonly windowSeconds: number;
}

const HOUR = 3_600;
const DAY = 86_400;

/**
 * Limits on messages to other people. `bySender` counts one account, `byPair` one account and one recipient,
 * `byRecipient` one address or account for all senders: nobody can flood a recipient, and no single sender
 * can use up a recipient's limit.
 */
export const MESSAGE_LIMITS = {
  invitations: {
    bySender: { max: 30, windowSeconds: DAY },
    byPair: { max: 3, windowSeconds: DAY },
    byRecipient: { max: 10, windowSeconds: DAY },
  },
  comments: {
    bySender: { max: 60, windowSeconds: HOUR },
    byRecipient: { max: 300, windowSeconds: HOUR },
  },
  publishingRequests: { bySender: { max: 5, windowSeconds: DAY } },
  passwordLinks: { bySender: { max: 50, windowSeconds: HOUR } },
  testEmails: { bySender: { max: 20, windowSeconds: HOUR } },
} as const satisfies Record<string, Record<string, Rate>>;

/** Comments to the same person within this time are batched into one email and one notification. */
export const COMMENT_BATCH_MS = 5 * 60_000;

/** Number of newest messages shown in a conversation about an app. */
export const MAX_THREAD_MESSAGES = 500;
