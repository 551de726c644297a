import type { Account, Auth } from './auth.ts';

/** Signs in by a passkey; throws with a sentence when none was used. */
export async function signInByPasskey(auth: Auth): Promise<Account> {
  return auth.signInBy('passkey/verify-authentication', { response: await passkeyProof(auth) });
}

/** Proves by a passkey that it is still the same person; the session stays that person's. */
export async function proveByPasskey(auth: Auth): Promise<void> {
  await auth.request('passkey/verify-authentication', { response: await passkeyProof(auth) });
}

/** Makes a passkey on this device, or on one the browser offers, and adds it to the account under a name. */
export async function addPasskey(auth: Auth, name: string): Promise<void> {
  const options = await auth.request<PublicKeyCredentialCreationOptionsJSON>(
    `passkey/generate-register-options?${new URLSearchParams({ name })}`,
  );
  const credential = await asked(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
  await auth.request('passkey/verify-registration', { name, response: credential.toJSON() });
}

async function passkeyProof(auth: Auth): Promise<unknown> {
  const options = await auth.request<PublicKeyCredentialRequestOptionsJSON>(
    'passkey/generate-authenticate-options',
  );
  const credential = await asked(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
  return credential.toJSON();
}

const REFUSALS: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: it was cancelled, or it took too long.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys work only at the store’s own name, not at this address.',
};

/** Asks the browser for a credential; what it refuses with becomes a sentence. */
async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    throw new Error(REFUSALS[name] ?? 'The browser could not use a passkey.', { cause: error });
  }
  throw new Error('The browser gave no passkey.');
}
