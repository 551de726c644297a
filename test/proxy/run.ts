import { runWithPrograms } from '#test/support/run-with-programs.ts';

/* `npm run test:proxy`: tests the example configuration of nginx with a server behind it. */

await runWithPrograms({
  config: new URL('./vitest.config.ts', import.meta.url),
  programs: {
    nginx: { get: 'apt-get install nginx-light', probe: ['-v'] },
    openssl: { get: 'apt-get install openssl', probe: ['version'] },
  },
});
