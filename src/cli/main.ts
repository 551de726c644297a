#!/usr/bin/env node
import { EXIT, runCommand } from './command.ts';
import { INSPECT_HELP, inspect } from './inspect.ts';
import { SUBMIT_HELP, submit } from './submit.ts';

const HELP = `quayside - tools for publishers

  quayside inspect FILE…       read and verify Android and iOS packages
  quayside submit VERSION_ID   submit a version for review
  quayside help                show this help

${INSPECT_HELP}
${SUBMIT_HELP}`;

// The reader of the output may close it early, as "head" does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

process.exitCode = await run(process.argv.slice(2));

async function run([command, ...args]: string[]): Promise<number> {
  if (command === 'inspect') return runCommand({ name: command, help: INSPECT_HELP, run: inspect }, args);
  if (command === 'submit') {
    const submitWithToken = (given: string[]) => submit(given, process.env['QUAYSIDE_TOKEN']);
    return runCommand({ name: command, help: SUBMIT_HELP, run: submitWithToken }, args);
  }
  const asked = command === undefined || command === 'help' || command === '--help' || command === '-h';
  if (asked) {
    process.stdout.write(HELP);
    return EXIT.success;
  }
  process.stderr.write(`quayside: unknown command "${command}".\n\n${HELP}`);
  return EXIT.failed;
}
