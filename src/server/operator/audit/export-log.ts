import { open, rm } from 'node:fs/promises';
import { StartupError } from '../../platform/config/startup-error.ts';
import type { Context } from '../../platform/context.ts';
import { LOG_FORMAT } from '../../platform/transparency/log-line.ts';
import { readLog, readLogSize } from '../../platform/transparency/read-log.ts';

interface LogExport {
  /** An absolute path. */
  readonly file: string;
  readonly hasPersonalData: boolean;
}

/**
 * Writes the audit log as lines of JSON to a new file that only its owner may read. Returns the result as a sentence. Throws
 * `StartupError` for a file that exists or can't be written.
 */
export async function exportAuditLog(
  { db }: Pick<Context, 'db'>,
  { file, hasPersonalData }: LogExport,
): Promise<string> {
  const size = await readLogSize(db);
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(
      error.code === 'EEXIST'
        ? `${file} exists. Choose another name.`
        : `${file} can’t be written: ${error.message}.`,
    );
  });
  try {
    await handle.writeFile(`${JSON.stringify({ format: LOG_FORMAT, size })}\n`);
    for await (const line of readLog(db, size)) {
      const event = line.event && { ...line.event, personal: hasPersonalData ? line.event.personal : null };
      await handle.writeFile(`${JSON.stringify({ ...line, event })}\n`);
    }
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  const content = hasPersonalData
    ? 'It contains personal data that a later erasure can’t reach: keep it only as long as you need it.'
    : 'It contains no personal data.';
  return `${file} has ${size} rows of the audit log. ${content}`;
}
