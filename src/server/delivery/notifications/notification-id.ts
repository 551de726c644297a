/** Returns the id of a notification as PostgreSQL reads it; null for an invalid one. */
export function readNotificationId(text: string): string | null {
  return /^[1-9]\d{0,17}$/.test(text) ? text : null;
}
