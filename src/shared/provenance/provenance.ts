import { z } from 'zod';
import { t } from '../languages/translate.ts';

/** Longest address in a certificate that is kept, in characters. */
const MAX_ADDRESS_LENGTH = 500;

/** Longest bundle file, in characters. GitHub's have about 10,000. */
export const MAX_BUNDLE_LENGTH = 256 * 1024;

const webAddressSchema = z
  .string()
  .max(MAX_ADDRESS_LENGTH)
  .regex(/^https:\/\/[^\s"'<>\\]+$/);

/**
 * The origin of a package as its verified build certificate names it. The certificate's extensions are described in
 * github.com/sigstore/fulcio, docs/oid-info.md.
 */
export const provenanceSchema = z.object({
  /** The address of the source repository, such as `https://github.com/example/app`. */
  repository: webAddressSchema,
  /** The host's number of the repository, which stays when it is renamed; null where the host gives none. */
  repositoryId: z.string().max(100).nullable(),
  /** The hash of the commit, in lower-case hexadecimal. */
  commit: z
    .string()
    .max(64)
    .regex(/^[0-9a-f]{40,64}$/),
  /** The branch or tag, such as `refs/tags/v1.4.0`. */
  ref: z.string().max(MAX_ADDRESS_LENGTH).nullable(),
  /** The file of the workflow in its repository, such as `.github/workflows/release.yml`. */
  workflow: z.string().min(1).max(MAX_ADDRESS_LENGTH),
  /** The address of the workflow's run; null where the host gives none. */
  runUrl: webAddressSchema.nullable(),
  /** The kind of machine, such as `github-hosted`; null where the host gives none. */
  runner: z.string().max(100).nullable(),
  /** The service that vouched for the build, such as `https://token.actions.githubusercontent.com`. */
  issuer: webAddressSchema,
  /** The number of the entry in the transparency log. */
  logIndex: z.string().max(30),
});
export type Provenance = z.infer<typeof provenanceSchema>;

const REPOSITORY = {
  error: () => t`Enter the address of a repository, such as https://github.com/example/app.`,
};

/** The address of a repository without a slash or `.git` at its end. */
const repositorySchema = z
  .string()
  .trim()
  .max(MAX_ADDRESS_LENGTH, REPOSITORY)
  .transform((address) => address.replace(/(\.git)?\/*$/, ''))
  .pipe(webAddressSchema.regex(/^https:\/\/[^/?#@]+(\/[^/?#]+)+$/, REPOSITORY));

const WORKFLOW = {
  error: () => t`Enter the path of the workflow file, such as .github/workflows/release.yml.`,
};

const workflowSchema = z
  .string()
  .trim()
  .max(200, WORKFLOW)
  .regex(/^[^\s/@][^\s@]*$/, WORKFLOW);

/** Says who set an app's requirement; the publisher can't change that of staff. */
export const provenanceSetterSchema = z.enum(['publisher', 'staff']);
export type ProvenanceSetter = z.infer<typeof provenanceSetterSchema>;

/** The origin that an app's versions must have; null allows any. */
export const provenanceRequirementSchema = z
  .object({ repository: repositorySchema.nullable(), workflow: workflowSchema.nullable() })
  .strict();
export type ProvenanceRequirement = z.infer<typeof provenanceRequirementSchema>;

/** An app's requirement with who set it. */
export const provenancePolicySchema = z.object({
  repository: z.string().max(MAX_ADDRESS_LENGTH).nullable(),
  workflow: z.string().max(200).nullable(),
  setBy: provenanceSetterSchema,
});
export type ProvenancePolicy = z.infer<typeof provenancePolicySchema>;
