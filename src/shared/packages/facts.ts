import { z } from 'zod';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

/** One certificate that signed the package. Dates are ISO 8601. */
export const certificateFactsSchema = z.object({
  sha256: sha256Schema,
  subject: z.string(),
  issuer: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  keyAlgorithm: z.string(),
  keySize: z.number().optional(),
});
export type CertificateFacts = z.infer<typeof certificateFactsSchema>;

/** What an earlier certificate of a proven rotation is still trusted with (APK Signature Scheme v3, lineage flags). */
export const lineageCapabilitySchema = z.enum([
  'installedData',
  'sharedUid',
  'permission',
  'rollback',
  'auth',
]);

export const signatureFactsSchema = z.object({
  /** Whether every Android release of the judged SDK window would accept the signature. */
  verified: z.boolean(),
  /** The schemes that verified. */
  schemes: z.object({ v1: z.boolean(), v2: z.boolean(), v3: z.boolean(), v31: z.boolean() }),
  /** SHA-256 of each signer's certificate, lower-case hexadecimal. */
  signers: z.array(sha256Schema),
  certificates: z.array(certificateFactsSchema),
  /** The proven rotation, oldest certificate first and the current one last; empty without one. */
  lineage: z.array(z.object({ sha256: sha256Schema, capabilities: z.array(lineageCapabilitySchema) })),
});
export type SignatureFacts = z.infer<typeof signatureFactsSchema>;

/** The signature facts of a package that has none, or whose signature could not be judged. */
export const UNSIGNED: SignatureFacts = {
  verified: false,
  schemes: { v1: false, v2: false, v3: false, v31: false },
  signers: [],
  certificates: [],
  lineage: [],
};
