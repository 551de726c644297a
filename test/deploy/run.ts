import { runWithPrograms } from '#test/support/run-with-programs.ts';

/* `npm run test:deploy`: tests the other examples in `deploy/` with the programs that read them. */

await runWithPrograms({
  config: new URL('./vitest.config.ts', import.meta.url),
  programs: {
    'systemd-analyze': { get: 'apt-get install systemd', probe: ['--version'] },
    caddy: { get: 'apt-get install caddy', probe: ['version'] },
    logrotate: { get: 'apt-get install logrotate', probe: ['--version'] },
    'fail2ban-regex': { get: 'apt-get install fail2ban', probe: ['--version'] },
  },
});
