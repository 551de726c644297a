/** Thrown for invalid arguments; the message explains the problem. */
export class UsageError extends Error {}
