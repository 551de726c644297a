import { COMMON, type Command, defineCommand, onlyArgument } from '../command.ts';
import { UsageError } from '../usage-error.ts';

type Commands = Readonly<Record<string, Command>>;

const SHELLS: Readonly<Record<string, (commands: Commands) => string>> = {
  bash: bashScript,
  zsh: (commands) => `autoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`,
  fish: fishScript,
};

/** Returns the command that prints a shell's completion of the given commands. */
export function createCompletion(commands: Commands): Command {
  return defineCommand({
    usage: 'bash|zsh|fish',
    summary: 'print the completion for a shell, to be read by its start file',
    options: {},
    async run({ positionals }) {
      const shell = onlyArgument(positionals, 'shell');
      const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
      if (!script) throw new UsageError(`Give one of ${Object.keys(SHELLS).join(', ')}.`);
      const text = script(commands);
      return { text, data: { shell, script: text } };
    },
  });
}

function optionsOf({ options }: Command) {
  return Object.entries({ ...options, ...COMMON });
}

/** Returns the words between which the first argument of a command chooses, such as pull and push. */
function actionsOf({ usage }: Command): string[] {
  const [first = ''] = usage.split(' ');
  return first.includes('|') ? first.split('|') : [];
}

function bashScript(commands: Commands): string {
  const cases = Object.entries(commands).map(([name, command]) => {
    const options = optionsOf(command).map(([option]) => `--${option}`);
    return `    ${name}) words="${[...actionsOf(command), ...options].join(' ')}" ;;`;
  });
  return `_quayside() {
  local words="${Object.keys(commands).join(' ')} --help --version"
  [ "$COMP_CWORD" -gt 1 ] && case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _quayside quayside`;
}

function fishScript(commands: Commands): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  return Object.entries(commands)
    .flatMap(([name, command]) => [
      `complete -c quayside -n __fish_use_subcommand -f -a ${name} -d ${quoted(command.summary)}`,
      ...actionsOf(command).map(
        (action) => `complete -c quayside -n '__fish_seen_subcommand_from ${name}' -f -a ${action}`,
      ),
      ...optionsOf(command).map(([option, { type, help }]) => {
        const value = type === 'string' ? ' -r' : '';
        return `complete -c quayside -n '__fish_seen_subcommand_from ${name}' -l ${option}${value} -d ${quoted(help)}`;
      }),
    ])
    .join('\n');
}
