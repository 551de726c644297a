import { runTests } from '#test/support/run-with-programs.ts';
import { ensureBuild } from '../../scripts/ensure-build.ts';

/*
 * `npm run test:backup`: backs up stores under load, after crashes and after much writing, restores them into embedded and
 * external databases of every supported PostgreSQL, and moves them. `-- --seconds=600` sets for how long a store is killed.
 */

const OPTION = /^--seconds=(\d+)$/;
const args = process.argv.slice(2);
const seconds = args.map((arg) => OPTION.exec(arg)?.[1]).find((value) => value !== undefined) ?? '60';

await ensureBuild();
process.exitCode = await runTests(
  new URL('./vitest.config.ts', import.meta.url),
  { BACKUP_TEST_SECONDS: seconds },
  args.filter((arg) => !OPTION.test(arg)),
);
