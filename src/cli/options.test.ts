import { describe, expect, test } from 'vitest';
import { type Command, defineCommand, type Tools } from './command.ts';
import { COMMANDS } from './commands.ts';
import { connectStore } from './store.ts';

const tools: Tools = {
  store: () => connectStore('http://store.example/', null),
  publicStore: () => connectStore('http://store.example/', null),
  variables: {},
  storeUrl: null,
  progress: () => {},
};

/** Returns what a command reads from its arguments, instead of running it. */
async function readArguments({ options }: Command, args: readonly string[]): Promise<object> {
  const reading = defineCommand({
    usage: 'FILE…',
    summary: '',
    options,
    run: async ({ values, positionals }) => ({ text: '', data: { values: { ...values }, positionals } }),
  });
  return (await reading.run(args, () => tools, undefined)).data;
}

const run = (name: string, ...args: string[]) => COMMANDS[name]?.run(args, () => tools, undefined);

describe.each(Object.entries(COMMANDS))('quayside %s', (_, command) => {
  const options = Object.entries({ ...command.options, url: { type: 'string' } });
  test.each(options.filter(([, { type }]) => type === 'string'))(
    'takes the value of --%s after a space as after an equals sign',
    async (option) => {
      const value = option === 'wait' ? '2s' : 'value';
      const expected = { values: { [option]: value }, positionals: ['file'] };
      expect(await readArguments(command, [`--${option}`, value, 'file'])).toEqual(expected);
      expect(await readArguments(command, [`--${option}=${value}`, 'file'])).toEqual(expected);
      await expect(readArguments(command, [`--${option}=`])).rejects.toThrow(`Give --${option} a value.`);
    },
  );
});

test('a number after --wait is its time, whose unit is missing', async () => {
  for (const args of [
    ['v', '--wait', '90'],
    ['v', '--wait=90'],
  ]) {
    await expect(run('status', ...args)).rejects.toThrow(
      '--wait takes a time such as 90s, 30m or 2h, not "90".',
    );
  }
});

test.each([
  [['release', 'halt', 'v', '--percent=20'], '--percent is for quayside release rollout.'],
  [['login', 'https://one.example/', '--url=https://other.example/'], 'Give the address once'],
  [['inspect', 'app.apk', '--app=org.example.app'], '--app is for --store'],
  [['inspect', 'app.apk', '--json', '--format=sarif'], 'Give either --json or --format'],
])('%j doesn’t ignore an option silently', async ([name = '', ...args], message) => {
  await expect(run(name, ...args)).rejects.toThrow(message);
});

test('commands that act for somebody take --app', () => {
  const withoutApp = Object.keys(COMMANDS).filter(
    (name) => !Object.hasOwn(COMMANDS[name]?.options ?? {}, 'app'),
  );
  expect(withoutApp).toEqual(['login', 'logout', 'completion']);
});
