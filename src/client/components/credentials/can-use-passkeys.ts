/** Returns true if this browser supports passkeys and the JSON forms of their options (WebAuthn level 3, 5.1.8). */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}
