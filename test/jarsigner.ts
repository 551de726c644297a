import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What the JDK's own verifier says of a JAR: status 4 for a valid signature by a self-signed certificate, 1 for a broken
 * one; unsigned files and the like add further bits. Throws when jarsigner cannot be run.
 */
export function verifyJar(jar: Uint8Array): { status: number | null; report: string } {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-jar-'));
  try {
    const file = join(folder, 'test.jar');
    writeFileSync(file, jar);
    const { status, stdout, error } = spawnSync(
      'jarsigner',
      ['-J-Duser.language=en', '-strict', '-verify', '-verbose', '-certs', file],
      { encoding: 'utf8' },
    );
    if (error) throw error;
    return { status, report: stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
