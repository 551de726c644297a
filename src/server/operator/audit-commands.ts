import { resolve } from 'node:path';
import { StartupError } from '../platform/config/startup-error.ts';
import { useJobs } from '../platform/context.ts';
import { EXIT_CODES } from '../platform/process/exit-codes.ts';
import { findVerifierKey } from '../platform/transparency/audit-key.ts';
import { signNewCheckpoint, verifyStoredLog } from '../platform/transparency/checkpoints.ts';
import { describeVerification, readCheckpointFile } from '../platform/transparency/verify-export.ts';
import { eraseEntriesBefore } from './audit/erase.ts';
import { exportAuditLog } from './audit/export-log.ts';
import { type CommandResult, type OperatorCommand, onStore } from './command.ts';

/** The commands that verify, export and erase the audit log. */
export const AUDIT_COMMANDS: readonly OperatorCommand[] = [
  {
    usage: 'audit verify [--checkpoint FILE]',
    purpose: 'verify the audit log, and that a checkpoint kept elsewhere matches',
    options: { checkpoint: { type: 'string' } },
    run: onStore(async (context, { options, environment }) => {
      const parts = useJobs(context);
      const file = options.checkpoint;
      if (typeof file !== 'string') return reportOf(await verifyStoredLog(parts));
      const verifierKey = await findVerifierKey(parts);
      if (verifierKey === null)
        throw new StartupError('The log has no key until it signs its next checkpoint.');
      const kept = await readCheckpointFile(resolve(environment.directory, file), verifierKey);
      return reportOf(await verifyStoredLog(parts, kept));
    }),
  },
  {
    usage: 'audit checkpoint',
    purpose: 'verify the audit log and sign a checkpoint of it now',
    options: {},
    run: onStore(async (context) => reportOf(await signNewCheckpoint(useJobs(context)))),
  },
  {
    usage: 'audit export FILE [--without-personal-data]',
    purpose: 'write the audit log to a new file that can be verified elsewhere',
    options: { 'without-personal-data': { type: 'boolean' } },
    run: onStore((context, { argument, options, environment }) =>
      exportAuditLog(useJobs(context), {
        file: resolve(environment.directory, argument),
        hasPersonalData: options['without-personal-data'] !== true,
      }),
    ),
  },
  {
    usage: 'audit erase DATE',
    purpose: 'erase personal data from entries of the audit log before a day',
    options: {},
    run: onStore((context, { argument }) => eraseEntriesBefore(useJobs(context), argument)),
  },
];

function reportOf(verification: Awaited<ReturnType<typeof verifyStoredLog>>): CommandResult {
  return {
    output: describeVerification(verification, verification.signedByEarlierKey),
    exitCode: verification.problemCount > 0 ? EXIT_CODES.problemsFound : EXIT_CODES.done,
  };
}
