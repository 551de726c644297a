import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Options {
  /** The origin of the page that asks. */
  readonly origin: string;
  /** True when the device verified its user by PIN or fingerprint. */
  readonly verifiesUser?: boolean;
}

/**
 * Returns a passkey in software, as a browser's `navigator.credentials` creates it.
 * @see https://www.w3.org/TR/webauthn-3/ sections 6.1 (authenticator data), 6.5.1 (COSE key), 8.7 (attestation "none")
 */
export function makePasskey({ origin, verifiesUser = true }: Options) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const flags = 0b0000_0001 | (verifiesUser ? 0b0000_0100 : 0);

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, more: { flags: number; rest?: Buffer }) =>
    Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.from([flags | more.flags, 0, 0, 0, 0]),
      more.rest ?? Buffer.alloc(0),
    ]);
  const respond = (response: Record<string, unknown>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    /** Returns the credential for `generate-register-options`. */
    register(options: { challenge: string; rp: { id: string } }) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // A CBOR map: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x, y.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const authData = authenticatorData(options.rp.id, { flags: 0b0100_0000, rest: attested });
      // A CBOR map: "fmt" "none", "attStmt" an empty map, "authData" bytes.
      const attestationObject = Buffer.concat([
        Buffer.from('a3', 'hex'),
        Buffer.from('63666d74646e6f6e65', 'hex'),
        Buffer.from('6761747453746d74a0', 'hex'),
        Buffer.from('686175746844617461', 'hex'),
        Buffer.from([0x58, authData.length]),
        authData,
      ]);
      return respond({
        clientDataJSON: clientData('webauthn.create', options.challenge).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      });
    },
    /** Returns the assertion for `generate-authenticate-options`. */
    authenticate(options: { challenge: string; rpId: string }) {
      const data = clientData('webauthn.get', options.challenge);
      const authData = authenticatorData(options.rpId, { flags: 0 });
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      return respond({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      });
    },
  };
}
