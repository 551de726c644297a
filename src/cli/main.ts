#!/usr/bin/env node
import { EXIT } from './exit.ts';
import { INSPECT_HELP, inspectCommand } from './inspect.ts';

const HELP = `quayside - tools for publishers

  quayside inspect FILE…   read, verify and judge Android and iOS packages
  quayside help            show this

${INSPECT_HELP}`;

// Whoever reads the output may stop early, as "head" does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

process.exitCode = await run(process.argv.slice(2));

async function run([command, ...args]: string[]): Promise<number> {
  if (command === 'inspect') return inspectCommand(args);
  const asked = command === undefined || command === 'help' || command === '--help' || command === '-h';
  if (asked) {
    process.stdout.write(HELP);
    return EXIT.clean;
  }
  process.stderr.write(`quayside: there is no command "${command}".\n\n${HELP}`);
  return EXIT.unreadable;
}
