import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { FindingsOfFile } from './github.ts';
import type { Store } from './store.ts';
import { UsageError } from './usage-error.ts';

/**
 * The exit codes: done, a package with errors, a command that can't run as given, a token that doesn't allow it, rejected by
 * the store, or not finished in time. A fault of the command itself has that of `sysexits.h`.
 */
export const EXIT = {
  done: 0,
  findings: 1,
  usage: 2,
  notAuthorised: 3,
  rejected: 4,
  timedOut: 5,
  fault: 70,
} as const;

/** The meaning of each exit code, for the help and the developer guide. */
export const EXIT_MEANINGS: Readonly<Record<Exclude<keyof typeof EXIT, 'fault'>, string>> = {
  done: 'done',
  findings: 'the package has errors; the findings say how to fix them',
  usage: 'the command can’t run as given: options, a file, or the address',
  notAuthorised: 'the token isn’t valid, or lacks a scope or the access to an app',
  rejected: 'the store rejected it: a reviewer’s decision, an incomplete listing, or a quota',
  timedOut: 'it took longer than --wait, or the store can’t be reached or has a fault',
};

/** One option of a command, by its name without dashes. */
export interface OptionRecord {
  readonly type: 'string' | 'boolean';
  /** Stands for the value in the help. */
  readonly value?: string;
  /** For an option that may be given without a value: that value, and the form of those that may follow it. */
  readonly ifBare?: { readonly value: string; readonly form: RegExp };
  readonly help: string;
}
export type Options = Readonly<Record<string, OptionRecord>>;

/** The values of the given options. */
export type Values<Accepted extends Options> = {
  readonly [Name in keyof Accepted]?: Accepted[Name]['type'] extends 'boolean' ? boolean : string;
};

/** The outcome of a command: text for people, data for programs. */
export interface CommandResult {
  readonly exit?: number;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Shown in GitHub Actions as annotations. */
  readonly findings?: readonly FindingsOfFile[];
  /** Prints the data even without `--json`. */
  readonly isJson?: boolean;
}

/** Variables of the environment. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The surroundings of a command. */
export interface Tools {
  /** Returns the store of the variables and options. Throws `UsageError` without its address, or `CallError` without a token. */
  readonly store: () => Store;
  /** Returns a store without a token: at the given address, else as `store`. Throws `UsageError` without its address. */
  readonly publicStore: (url?: string) => Store;
  /** The variables of the environment. */
  readonly variables: Variables;
  /** The address of the store, with a slash at its end, for commands that also work without one; null for none. */
  readonly storeUrl: string | null;
  /** Shows a step of a long command, on stderr. With a share, from 0 to 1, it replaces the step before in a terminal. */
  readonly progress: (step: string, share?: number) => void;
}

/** The arguments of a command. */
export interface GivenOptions<Accepted extends Options> {
  readonly values: Values<Accepted & typeof COMMON>;
  /** True when the app is that of `--app`, not of `QUAYSIDE_APP`. */
  readonly isAppGiven: boolean;
  readonly positionals: readonly string[];
  readonly tools: Tools;
}

interface CommandRecord<Accepted extends Options> {
  /** The arguments after the name, as the help shows them. */
  readonly usage: string;
  readonly summary: string;
  readonly options: Accepted;
  readonly run: (given: GivenOptions<Accepted>) => Promise<CommandResult>;
}

/** The options that say which store and which app a command is about. */
export interface ToolValues extends Values<typeof COMMON> {
  readonly app?: string;
}

/** A command, whichever options it has. */
export interface Command extends Omit<CommandRecord<Options>, 'run'> {
  /** Throws `UsageError` for invalid arguments, and `CallError` for what the store rejects. */
  readonly run: (
    args: readonly string[],
    openTools: (values: ToolValues) => Tools,
    /** For commands with the option `app`, where it isn't given. */
    defaultApp: string | undefined,
  ) => Promise<CommandResult>;
}

/** The options of every command. */
export const COMMON = {
  url: {
    type: 'string',
    value: 'URL',
    help: 'the store’s address; otherwise QUAYSIDE_URL, or the last sign-in',
  },
  json: { type: 'boolean', help: 'print JSON with a schema version' },
  help: { type: 'boolean', help: 'show this help' },
} as const satisfies Options;

/** Defines a command; `run` gets its options by type. */
export function defineCommand<const Accepted extends Options>(record: CommandRecord<Accepted>): Command {
  return {
    ...record,
    run: async (args, openTools, defaultApp) => {
      const options = { ...COMMON, ...record.options };
      const { values: given, positionals } = parse(args, options);
      const empty = Object.keys(given).find((name) => given[name] === '');
      if (empty !== undefined) throw new UsageError(`Give --${empty} a value.`);
      if (record.usage === '' && positionals.length > 0) {
        throw new UsageError(`This command takes only options, not "${positionals[0]}".`);
      }
      const takesApp = 'app' in options && given['app'] === undefined && defaultApp;
      const values = takesApp ? { ...given, app: defaultApp } : given;
      return record.run({
        values: values as Values<Accepted & typeof COMMON>,
        isAppGiven: given['app'] !== undefined,
        positionals,
        tools: openTools(values),
      });
    },
  };
}

/** Returns the arguments with the value of each option that stands without one. */
function completeBare(args: readonly string[], options: Options): string[] {
  return args.flatMap((arg, at) => {
    const { ifBare } = (arg.startsWith('--') && options[arg.slice(2)]) || {};
    if (!ifBare) return [arg];
    return ifBare.form.test(args[at + 1] ?? '') ? [arg] : [`${arg}=${ifBare.value}`];
  });
}

function parse(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: completeBare(args, options), allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the one positional argument. Throws `UsageError`, with what to give, for none or several. */
export function onlyArgument(positionals: readonly string[], what: string): string {
  const [argument, ...others] = positionals;
  if (argument === undefined || others.length > 0) throw new UsageError(`Give one ${what}.`);
  return argument;
}

/** Returns the required value of an option. Throws `UsageError` without one. */
export function required(value: string | undefined, option: string): string {
  if (value === undefined) throw new UsageError(`Give --${option}.`);
  return value;
}

/** Returns the whole number of an option between two bounds; undefined when it isn't given. Throws `UsageError`. */
export function wholeNumber(
  text: string | undefined,
  { option, min, max }: { option: string; min: number; max: number },
): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`--${option} takes a whole number from ${min} to ${max}, not "${text}".`);
}

/** Returns the text of the file that an option names. Throws `UsageError`. */
export async function readFileOption(option: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `--${option} ${file} can’t be read: ${error instanceof Error ? error.message : error}`,
    );
  }
}
