import { runWithPrograms } from '#test/support/run-with-programs.ts';
import { ensureBuild } from '../../scripts/ensure-build.ts';

/*
 * `npm run test:examples`: publishes with the examples as the programs that they are for run them, and runs the documented
 * programs in other languages than the project's own; without a network.
 */

await ensureBuild();
await runWithPrograms({
  config: new URL('./vitest.config.ts', import.meta.url),
  programs: {
    gradle: { get: 'apt-get install gradle', probe: ['--version'] },
    fastlane: { get: 'gem install fastlane', probe: ['--version'] },
    git: { get: 'apt-get install git', probe: ['--version'] },
    curl: { get: 'apt-get install curl', probe: ['--version'] },
    jq: { get: 'apt-get install jq', probe: ['--version'] },
    python3: { get: 'apt-get install python3', probe: ['--version'] },
    rsync: { get: 'apt-get install rsync', probe: ['--version'] },
  },
});
