#!/usr/bin/env node
import { EXIT, INSPECT_HELP, inspectCommand } from './inspect.ts';

const HELP = `quayside - tools for publishers

  quayside inspect FILE…   read and verify Android and iOS packages
  quayside help            show this help

${INSPECT_HELP}`;

// The reader of the output may close it early, as "head" does.
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
  process.stderr.write(`quayside: unknown command "${command}".\n\n${HELP}`);
  return EXIT.unreadable;
}
