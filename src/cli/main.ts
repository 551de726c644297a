#!/usr/bin/env node
import { appendFile, readFile } from 'node:fs/promises';
import { type CommandResult, EXIT, type Tools, type ToolValues } from './command.ts';
import { COMMANDS, commandHelp, overallHelp } from './commands.ts';
import { describeFailure } from './failure.ts';
import { annotations, errorAnnotation, jobSummary } from './github.ts';
import { findIdentity } from './identity.ts';
import { createProgress } from './progress.ts';
import { readSignIns } from './sign-ins.ts';
import { connectStore } from './store.ts';
import { UsageError } from './usage-error.ts';

/** The version of the JSON that commands print. A new field doesn't change it; whatever a program could rely on does. */
const SCHEMA = 1;

const { QUAYSIDE_URL, GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env;
// A secret or variable of a build service may end with a line break.
const DEFAULT_APP = process.env['QUAYSIDE_APP']?.trim() || undefined;
const isGitHub = GITHUB_ACTIONS === 'true';

// The reader of the output may close it early, as "head" does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

// In older versions of Node, a request whose connection is cut can be all that is left, without keeping the process alive.
const running = setInterval(() => {}, 60_000);
process.exitCode = await main(process.argv.slice(2));
clearInterval(running);

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help') return print(overallHelp());
  if (name === '--version') return print(`${await readVersion()}\n`);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    process.stderr.write(`quayside: There is no command "${name}".\n\n${overallHelp()}`);
    return EXIT.usage;
  }
  if (args.includes('--help')) return print(commandHelp(name, command));
  const isJson = args.includes('--json');
  try {
    const result = await command.run(args, openTools, DEFAULT_APP);
    const showsJson = isJson || result.isJson === true;
    print(`${showsJson ? toJson(name, result.data) : result.text}\n`);
    if (isGitHub && !showsJson) {
      for (const line of (result.findings ?? []).flatMap(annotations)) print(`${line}\n`);
    }
    await summarise(name, result.text);
    return result.exit ?? EXIT.done;
  } catch (error) {
    const failure = describeFailure(error);
    const plain = `quayside ${name}: ${failure.text}`;
    // GitHub shows an annotation in the log, too.
    const isAnnotated = isGitHub && !isJson;
    process.stderr.write(`${isAnnotated ? errorAnnotation(`quayside ${name}`, failure.text) : plain}\n`);
    if (isJson) print(`${toJson(name, { error: failure.data })}\n`);
    if (error instanceof UsageError) process.stderr.write(`See quayside ${name} --help.\n`);
    await summarise(name, failure.text);
    return failure.exit ?? EXIT.usage;
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return EXIT.done;
}

function toJson(command: string, data: CommandResult['data']): string {
  return JSON.stringify({ schema: SCHEMA, command, ...data });
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  return version;
}

function openTools({ url: option, app = DEFAULT_APP }: ToolValues): Tools {
  return {
    get storeUrl() {
      return findUrl(option);
    },
    store() {
      const url = readUrl(option);
      return connectStore(url, findIdentity(process.env, { url, appId: app }));
    },
    publicStore: (given) => connectStore(readUrl(given ?? option), null),
    variables: process.env,
    progress: createProgress(process.stderr),
  };
}

/** Returns the store's address with a slash at its end. Throws `UsageError` without one. */
function readUrl(given: string | undefined): string {
  const url = findUrl(given);
  if (url !== null) return url;
  const text = given ?? QUAYSIDE_URL;
  if (text) throw new UsageError(`The store’s address begins with https:// or http://, unlike "${text}".`);
  throw new UsageError('Set QUAYSIDE_URL to the store’s address, or give --url.');
}

/** Returns the store's address with a slash at its end; null without one. */
function findUrl(given: string | undefined): string | null {
  const url = given ?? (QUAYSIDE_URL || readSignIns(process.env).last);
  const isAddress = url && URL.canParse(url) && /^https?:/.test(url);
  return isAddress ? new URL(url).href.replace(/\/*$/, '/') : null;
}

/** Adds the outcome to the summary of a job at GitHub. */
async function summarise(name: string, text: string): Promise<void> {
  if (isGitHub && GITHUB_STEP_SUMMARY) await appendFile(GITHUB_STEP_SUMMARY, jobSummary(name, text));
}
