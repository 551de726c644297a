import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callCommand } from '#shared/tokens/call-command.ts';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = globSync(
  [
    'README.md',
    'CONTRIBUTING.md',
    'docs/**/*.md',
    'scripts/guide/pages/*.md',
    'examples/**/*.md',
    'deploy/**/*.md',
  ],
  { cwd: ROOT },
);

/** Returns the blocks with commands for a shell in a text in Markdown. */
function shellBlocks(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^ *```(\w*)\n(.*?)^ *```/gms)];
  return blocks
    .filter(
      ([, language = '', text = '']) =>
        /^(?:sh|bash)$/.test(language) || (language === '' && /^ *curl /m.test(text)),
    )
    .map(([, , text = '']) => text.trim());
}

/** Returns why a failure in a block of commands would be overlooked; null when it wouldn't. */
function oversightOf(block: string): string | null {
  const lines = block.replaceAll(/(?:\\|&&|\|\|?)\n\s*/g, '').split('\n');
  const commands = lines.filter((line) => !/^\s*(?:#|$)/.test(line));
  const isScript = commands[0]?.startsWith('set -e');
  if (commands.length > 1 && !isScript) return 'goes on after a failure';
  const hasPipe = /[^|]\|[^|]/.test(block);
  if (hasPipe && !/^set -euo pipefail$/m.test(block)) return 'overlooks a failure before a pipe';
  return curlOversight(block);
}

function curlOversight(text: string): string | null {
  const calls = text.match(/\bcurl (?:-\S+ )*/g) ?? [];
  return calls.every((call) => call.startsWith('curl -sS --fail-with-body '))
    ? null
    : 'hides the reason of a failure';
}

test('each way to overlook a failure is found', () => {
  const curl = "curl -sS --fail-with-body 'https://store.example/'";
  expect(oversightOf(`make\n${curl}`)).toBe('goes on after a failure');
  expect(oversightOf(`set -eu\n${curl} | jq .id`)).toBe('overlooks a failure before a pipe');
  expect(oversightOf("curl -s 'https://store.example/'")).toBe('hides the reason of a failure');
  for (const block of [curl, `make &&\n  ${curl} \\\n  -d @-`, `set -euo pipefail\nmake\n${curl} | jq .id`]) {
    expect(oversightOf(block)).toBeNull();
  }
});

describe('commands for a shell stop at the first failure and show the reason of the server', () => {
  test.each(DOCUMENTS.filter((path) => shellBlocks(readFileSync(join(ROOT, path), 'utf8')).length > 0))(
    'in %s',
    (path) => {
      const blocks = shellBlocks(readFileSync(join(ROOT, path), 'utf8'));
      const found = blocks
        .map((block) => [block, oversightOf(block)])
        .filter(([, problem]) => problem !== null);
      expect(found).toEqual([]);
    },
  );

  test('in the examples for build servers, whose steps a shell runs with -e', () => {
    const files = globSync('examples/{github,gitlab}/{*,.*}.yml', { cwd: ROOT });
    expect(files).toHaveLength(2);
    for (const path of files) expect(readFileSync(join(ROOT, path), 'utf8')).not.toMatch(/\| |curl/);
  });

  test('in the calls that the API reference and the console show', () => {
    const command = callCommand('https://store.example/', {
      name: 'apps.list',
      example: {},
      needsToken: true,
    });
    expect(oversightOf(command)).toBeNull();
  });
});
