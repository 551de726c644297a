import { z } from 'zod';
import { idSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import {
  MAX_BUNDLE_LENGTH,
  provenancePolicySchema,
  provenanceRequirementSchema,
  provenanceSchema,
} from './provenance.ts';

/** Null requires nothing. */
const requirementInput = z.object({
  appId: idSchema,
  requirement: provenanceRequirementSchema.nullable(),
});
const policyResult = z.object({ policy: provenancePolicySchema.nullable() });

export const provenanceCalls = {
  /**
   * Verifies a Sigstore bundle with SLSA provenance and attaches it to a version, instead of an earlier one. One that
   * can't be verified is `invalid-argument`, with a code in `details.reason`.
   */
  'provenance.attach': defineCall({
    access: 'developer',
    token: 'upload',
    input: z.object({
      versionId: idSchema,
      /** The text of the bundle file. */
      bundle: z
        .string()
        .min(1, { error: () => t`The bundle is empty.` })
        .max(MAX_BUNDLE_LENGTH, { error: () => t`The bundle is larger than 256 KB.` }),
    }),
    output: z.object({ provenance: provenanceSchema }),
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  /** Returns the bundle of a version, so that others can verify it; null without one. */
  'provenance.get': defineCall({
    access: 'signedIn',
    token: 'read',
    input: z.object({ versionId: idSchema }),
    output: z.object({ bundle: z.string().max(MAX_BUNDLE_LENGTH).nullable() }),
    errors: ['not-found'],
  }),
  /** Sets the origin that an app's versions must have; that of staff can't be changed. */
  'provenance.require': defineCall({
    access: 'developer',
    input: requirementInput,
    output: policyResult,
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  'provenance.requireByStaff': defineCall({
    access: 'admin',
    reauthentication: true,
    input: requirementInput,
    output: policyResult,
    errors: ['not-found', 'failed-precondition'],
  }),
};
