/** Returns the error message for an unconfirmed address, with how to confirm it. */
export function emailNotConfirmedMessage(email: string): string {
  return `Confirm your email first: open the link in the email to ${email}. To get another one, choose "Send again" in your settings under Security.`;
}
