/** Whether this browser can use passkeys, with the JSON forms of their options (WebAuthn level 3, section 5.1.8). */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}
