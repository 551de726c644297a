import { VERIFY_COMMAND } from '../src/server/platform/config/admin-command.ts';
import { StartupError } from '../src/server/platform/config/startup-error.ts';
import {
  describeVerification,
  readCheckpointFile,
  verifyExport,
} from '../src/server/platform/transparency/verify-export.ts';

/*
 * `npm run -s verify:audit -- LOG CHECKPOINT KEY`, in a release `quayside-verify-audit`: verifies an exported audit log (`quayside-admin audit export`) without the
 * store's database or secret, against a checkpoint and the verifier key, such as those kept elsewhere. Exits with 0 for a
 * valid log, 2 for an altered one, 1 when a file can't be read or the checkpoint isn't signed by the key, and 64 for wrong
 * arguments.
 */

const [file, checkpointFile, key, ...rest] = process.argv.slice(2);
if (!file || !checkpointFile || !key || rest.length > 0) {
  process.stderr.write(`Usage: ${VERIFY_COMMAND} LOG CHECKPOINT KEY\n`);
  process.exit(64);
}
try {
  const verification = await verifyExport(file, await readCheckpointFile(checkpointFile, key));
  process.stdout.write(`${describeVerification(verification)}\n`);
  process.exitCode = verification.problemCount > 0 ? 2 : 0;
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
