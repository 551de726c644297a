import { type Browser, openBrowser } from './browser.ts';
import { PASSWORD } from './people.ts';

/** Creates an account, whose address is not confirmed; returns the browser that is signed in to it. */
export async function signUp(
  server: { readonly url: string },
  email: string,
  userAgent?: string,
): Promise<Browser> {
  const browser = openBrowser(server, { ...(userAgent !== undefined && { userAgent }) });
  const { status } = await browser.auth('sign-up/email', { email, password: PASSWORD, name: 'Somebody' });
  if (status !== 200) throw new Error(`The sign-up of ${email} failed with ${status}.`);
  return browser;
}
