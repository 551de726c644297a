import type { Account, Auth } from '#client/backend/auth.ts';
import { t } from '#shared/languages/translate.ts';

/** Signs in with a passkey. Throws a sentence when none was used. */
export async function signInByPasskey(auth: Auth): Promise<Account> {
  return auth.signInBy('passkey/verify-authentication', { response: await passkeyAssertion(auth) });
}

/** Reauthenticates the user with a passkey. */
export async function reauthenticateByPasskey(auth: Auth): Promise<void> {
  await auth.request('passkey/verify-authentication', { response: await passkeyAssertion(auth) });
}

/** Creates a passkey in the browser and adds it to the account under a name. */
export async function addPasskey(auth: Auth, name: string): Promise<void> {
  const options = await auth.request<PublicKeyCredentialCreationOptionsJSON>(
    `passkey/generate-register-options?${new URLSearchParams({ name })}`,
  );
  const credential = await askPerson(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
  await auth.request('passkey/verify-registration', { name, response: credential.toJSON() });
}

async function passkeyAssertion(auth: Auth): Promise<unknown> {
  const options = await auth.request<PublicKeyCredentialRequestOptionsJSON>(
    'passkey/generate-authenticate-options',
  );
  const credential = await askPerson(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
  return credential.toJSON();
}

const REJECTIONS: Readonly<Record<string, string>> = {
  NotAllowedError: t`No passkey was used: it was cancelled or timed out.`,
  InvalidStateError: t`This device already has a passkey for your account.`,
  SecurityError: t`Passkeys don’t work at this address. Use the store’s own domain.`,
};

/** Asks the browser for a credential, and turns its errors into sentences. */
async function askPerson(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    throw new Error(REJECTIONS[name] ?? t`The browser couldn’t use a passkey.`, { cause: error });
  }
  throw new Error(t`The browser returned no passkey.`);
}
