import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Verifies a JAR with the JDK's own verifier: status 4 means a valid signature by a self-signed certificate,
 * 1 an invalid one; further bits report problems such as unsigned files. Throws when jarsigner cannot be run.
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
