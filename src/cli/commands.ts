import { COMMON, type Command, EXIT, EXIT_MEANINGS, type Options } from './command.ts';
import { apps } from './commands/apps.ts';
import { createCompletion } from './commands/completion.ts';
import { doctor } from './commands/doctor.ts';
import { init } from './commands/init.ts';
import { inspect } from './commands/inspect.ts';
import { listing } from './commands/listing.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { publish } from './commands/publish.ts';
import { release } from './commands/release.ts';
import { stats } from './commands/stats.ts';
import { status } from './commands/status.ts';
import { submit } from './commands/submit.ts';

/** The commands that the shell's completion knows. */
const COMPLETED: Readonly<Record<string, Command>> = {
  publish,
  inspect,
  status,
  submit,
  release,
  listing,
  apps,
  stats,
  login,
  logout,
  doctor,
  init,
};

/** Every command by its name, in the order of the help. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  ...COMPLETED,
  completion: createCompletion(COMPLETED),
};

const EXIT_CODES = `Exit codes:
${Object.entries(EXIT_MEANINGS)
  .map(([name, meaning]) => `  ${EXIT[name as keyof typeof EXIT_MEANINGS]}  ${meaning}`)
  .join('\n')}
`;

/** Returns the help of the whole program. */
export function overallHelp(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`);
  return `quayside COMMAND, for publishers of apps

${lines.join('\n')}

quayside COMMAND --help shows the options of a command, quayside --version the version of this program.

Set QUAYSIDE_URL to the store's address and QUAYSIDE_TOKEN to an API token.
${EXIT_CODES}`;
}

/** Returns the help of one command. */
export function commandHelp(name: string, { usage, summary, options }: Command): string {
  const all: Options = { ...options, ...COMMON };
  const rows = Object.entries(all).map(([option, { type, value, ifBare, help }]) => {
    const shown = type === 'boolean' ? '' : ifBare === undefined ? ` ${value}` : `[=${value}]`;
    return [`--${option}${shown}`, help] as const;
  });
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  const lines = rows.map(([left, help]) => `  ${left.padEnd(width)}${help}`);
  return `quayside ${[name, usage].filter(Boolean).join(' ')}

${capitaliseFirst(summary)}.

${lines.join('\n')}

${EXIT_CODES}`;
}

function capitaliseFirst(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
