import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { parseSync } from 'vite';
import { messageKey, type PluralForms, pluralKey } from '#shared/languages/translate.ts';

/* `npm run messages`: brings the catalogues in `src/shared/languages/` up to date with the messages of the source. */

const ROOT = join(import.meta.dirname, '..');
const CATALOGS = join(ROOT, 'src/shared/languages');
/** The server's errors are messages, too: it sends them in English with their parts, from which the client writes them. */
const SOURCES = ['src/client', 'src/shared', 'src/server'];
const SOURCE_FILE = /(?<!\.test|\.d)\.tsx?$/;

/** A catalogue: the English key of each message and its translation, both in ICU MessageFormat; empty for a missing one. */
export type Messages = Readonly<Record<string, string>>;

/** Returns the path of a language's catalogue. */
export function catalogPath(language: string): string {
  return join(CATALOGS, `${language}.json`);
}

/** Reads the catalogue of a language. */
export function readCatalog(language: string): Messages {
  return JSON.parse(readFileSync(catalogPath(language), 'utf8')) as Messages;
}

/** Returns the messages of a catalogue as Lingui interpolates them, without those of other parts of the product. */
export function compileCatalog(messages: Messages, keys: Iterable<string>) {
  return Object.fromEntries([...keys].map((key) => [key, compileMessage(messages[key] || key)]));
}

interface Node {
  readonly type: string;
  readonly [property: string]: unknown;
}

/** A source file's messages and the files of ours that it imports. */
export interface SourceMessages {
  readonly keys: readonly string[];
  /** Texts in elements that no message contains, which would stay English. */
  readonly bareTexts: readonly string[];
  /** Texts that functions write for errors although they are no messages. */
  readonly bareErrors: readonly string[];
  readonly imports: readonly string[];
}

/** Returns the messages of each source file, by path. */
export function readSourceMessages(): ReadonlyMap<string, SourceMessages> {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => SOURCE_FILE.test(name))
      .map((name) => join(ROOT, folder, name)),
  );
  return new Map(files.sort().map((path) => [path, findMessages(path, readFileSync(path, 'utf8'))]));
}

/** Returns every key once, in the order of the files. */
export function allKeys(sources: ReadonlyMap<string, SourceMessages>): Set<string> {
  return new Set([...sources.values()].flatMap(({ keys }) => keys));
}

/** The store's page and emails, which the server translates itself (`languages.ts`). */
const WRITTEN_BY_SERVER = [
  'src/server/feeds/store-page/',
  'src/server/delivery/emails/',
  'src/server/platform/branding/',
].map((folder) => join(ROOT, folder));

/** Returns the keys of everything that the client shows, in the order of the files. */
export function clientKeys(sources: ReadonlyMap<string, SourceMessages>): Set<string> {
  return allKeys(
    new Map([...sources].filter(([path]) => !WRITTEN_BY_SERVER.some((folder) => path.startsWith(folder)))),
  );
}

/** Returns the keys of the files in a folder and those below it. */
export function keysBelow(sources: ReadonlyMap<string, SourceMessages>, folder: string): Set<string> {
  const start = `${join(ROOT, folder)}/`;
  return allKeys(new Map([...sources].filter(([path]) => path.startsWith(start))));
}

/** Returns the keys of the files that a page reaches from `starts` without passing `border`, lazily or not. */
export function reachedKeys(
  sources: ReadonlyMap<string, SourceMessages>,
  starts: readonly string[],
  border: readonly string[],
): Set<string> {
  const outside = new Set(border.map((path) => join(ROOT, path)));
  const reached = new Set(starts.map((path) => join(ROOT, path)));
  for (const path of reached) {
    for (const imported of sources.get(path)?.imports ?? [])
      if (!outside.has(imported)) reached.add(imported);
  }
  return new Set([...reached].flatMap((path) => sources.get(path)?.keys ?? []));
}

/** The functions that take what writes the text of an error. */
const ERROR_WRITERS = 'callError|denied|requireAllowed|invalidField|writeMessage|noteSentences?';
const IS_ERROR_WRITER = new RegExp(`^(?:${ERROR_WRITERS})$`);
/** What a file with messages or bare texts contains; the others need no syntax tree, which takes most of the time. */
const MAY_HAVE_TEXTS = new RegExp(`\\b(?:t|rich)\`|\\b(?:plural|${ERROR_WRITERS})\\(`);

function findMessages(path: string, text: string): SourceMessages {
  const parsed = parseSync(path, text);
  const { module } = parsed;
  const keys: string[] = [];
  const bareTexts: string[] = [];
  const bareErrors: string[] = [];
  const hasTexts = path.endsWith('.tsx') || MAY_HAVE_TEXTS.test(text);
  visit(hasTexts ? parsed.program : null, (node) => {
    const key = taggedKeyOf(node);
    if (key !== null) keys.push(key);
    bareErrors.push(...bareErrorsOf(node));
    if (node.type === 'JSXText' && /\p{L}{2}/u.test(String(node['value']))) {
      bareTexts.push(String(node['value']).trim());
    }
  });
  const specifiers = [
    // A module of which only types are imported isn't loaded.
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return {
    keys,
    bareTexts,
    bareErrors,
    imports: specifiers.flatMap((specifier) => resolveOwn(path, specifier)),
  };
}

function resolveOwn(path: string, specifier: string): string[] {
  if (specifier.startsWith('.')) return [resolve(dirname(path), specifier)];
  return specifier.startsWith('#') ? [join(ROOT, 'src', specifier.slice(1))] : [];
}

/** Returns the texts that the arguments of a call write without `t`. */
function bareErrorsOf(node: Node): string[] {
  if (node.type !== 'CallExpression' || !IS_ERROR_WRITER.test(nameOf(node['callee']))) return [];
  return (node['arguments'] as readonly Node[]).flatMap(({ type, body }) =>
    type === 'ArrowFunctionExpression' ? bareResultsOf(body as Node) : [],
  );
}

/** Returns the plain texts among what an expression can be. */
function bareResultsOf(node: Node): string[] {
  const results = [node['consequent'], node['alternate'], node['right'], node['expression']];
  const inner = results.filter((result): result is Node => typeof result === 'object' && result !== null);
  const isText = node.type === 'TemplateLiteral' || (node.type === 'Literal' && Boolean(node['value']));
  return isText ? [String(node['value'] ?? node.type)] : inner.flatMap(bareResultsOf);
}

/** Returns the key of a message that a node writes; null for other nodes. Throws for forms that aren't plain texts. */
function taggedKeyOf(node: Node): string | null {
  if (node.type === 'TaggedTemplateExpression' && /^(?:t|rich)$/.test(nameOf(node['tag']))) {
    const { quasis } = node['quasi'] as {
      readonly quasis: readonly { readonly value: { readonly cooked: string } }[];
    };
    return messageKey(quasis.map(({ value }) => value.cooked));
  }
  if (node.type !== 'CallExpression' || nameOf(node['callee']) !== 'plural') return null;
  const forms = (node['arguments'] as readonly Node[])[1]?.['properties'];
  if (!Array.isArray(forms)) throw new Error('The forms of plural() have to stand in its call.');
  return pluralKey(Object.fromEntries(forms.map(formOf)) as unknown as PluralForms);
}

function formOf({ key, value }: { readonly key: Node; readonly value: Node }): [string, string] {
  const text = value.type === 'Literal' ? value['value'] : undefined;
  if (typeof text !== 'string') throw new Error('A form of plural() has to be a plain text.');
  return [nameOf(key), text];
}

function nameOf(node: unknown): string {
  return String((node as Node)['name'] ?? '');
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node) && 'type' in node) see(node as Node);
  for (const child of Object.values(node)) visit(child, see);
}

/** Writes a catalogue with every message of the source: translations are kept, new ones are empty, unused ones go. */
function updateCatalog(language: string, keys: Iterable<string>): { readonly missing: number } {
  const known = readCatalog(language);
  const next = Object.fromEntries([...keys].map((key) => [key, known[key] ?? '']));
  writeFileSync(catalogPath(language), `${JSON.stringify(next, null, 2)}\n`);
  return { missing: Object.values(next).filter((text) => text === '').length };
}

if (import.meta.main) {
  const keys = allKeys(readSourceMessages());
  for (const file of readdirSync(CATALOGS).filter((name) => name.endsWith('.json'))) {
    const language = file.slice(0, -'.json'.length);
    const { missing } = updateCatalog(language, keys);
    process.stdout.write(`${language}: ${keys.size} messages, ${missing} without a translation\n`);
  }
}
