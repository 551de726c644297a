import type { Rolldown } from 'vite';

type ChunkingContext = Rolldown.ChunkingContext;

/** Smaller scripts join another one, because each costs a request. In characters of source. */
const MIN_SIZE = 3_000;

/** Modules that share a script because they have the same entries. */
interface Script {
  /** Lists what loads it: pages, and modules that are imported lazily. */
  readonly entries: ReadonlySet<string>;
  readonly modules: readonly string[];
  /** Characters of source. */
  readonly size: number;
  /** True when its modules need a large library. */
  readonly isHeavy: boolean;
}

/** The modules that shared scripts are made of. */
interface SharedModules {
  /** Returns true for a module with some number of entries that another group takes. */
  readonly isTaken: (id: string, entries: number, context: ChunkingContext) => boolean;
  /** Returns true for a module that needs a large library; it never joins those that don't. */
  readonly isHeavy: (id: string, context: ChunkingContext) => boolean;
}

/**
 * Returns a function that names the scripts of the modules which several entries need and no other group takes.
 * Modules with the same entries share a script, and small scripts join the one for which the fewest characters are
 * loaded in vain, unless only one of them needs a large library. Scripts never import each other in a circle, because a module would run before those it imports:
 * the bundler's own merging (`entriesAwareMergeThreshold`) doesn't see to that.
 */
export function nameSharedScripts(shared: SharedModules): Rolldown.CodeSplittingNameFunction {
  let names: ReadonlyMap<string, string> | null = null;
  return (id, context) => {
    names ??= nameAll(mergeSmall(findScripts(id, shared, context), context));
    return names.get(id) ?? null;
  };
}

function nameAll(scripts: readonly Script[]): Map<string, string> {
  return new Map(scripts.flatMap(({ modules }, at) => modules.map((id) => [id, `shared${at}`] as const)));
}

/** Returns the scripts before small ones are merged, found from any module of the build. */
function findScripts(start: string, { isTaken, isHeavy }: SharedModules, context: ChunkingContext): Script[] {
  const entriesOf = findEntries(start, context);
  const scripts = new Map<string, Script>();
  for (const [id, entries] of entriesOf) {
    if (entries.size < 2 || isTaken(id, entries.size, context)) continue;
    const heavy = isHeavy(id, context);
    const key = [heavy, ...[...entries].sort()].join('\n');
    const { modules = [], size = 0 } = scripts.get(key) ?? {};
    const length = context.getModuleInfo(id)?.code?.length ?? 0;
    scripts.set(key, { entries, modules: [...modules, id], size: size + length, isHeavy: heavy });
  }
  return [...scripts.values()];
}

/** Returns the entries that reach each module without loading anything lazily. */
export function findEntries(start: string, context: ChunkingContext): Map<string, Set<string>> {
  const all = reach([start], (id) => {
    const info = context.getModuleInfo(id);
    if (info === null) return [];
    return [...info.importedIds, ...info.dynamicallyImportedIds, ...info.importers, ...info.dynamicImporters];
  });
  const entriesOf = new Map([...all].map((id) => [id, new Set<string>()]));
  for (const entry of all) {
    const info = context.getModuleInfo(entry);
    if (info === null || (!info.isEntry && info.dynamicImporters.length === 0)) continue;
    for (const id of reach([entry], (from) => context.getModuleInfo(from)?.importedIds ?? []))
      entriesOf.get(id)?.add(entry);
  }
  return entriesOf;
}

/** Returns the modules that are reached from some, with these. */
export function reach(starts: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set(starts);
  for (const id of found) for (const imported of importsOf(id)) found.add(imported);
  return found;
}

function mergeSmall(found: readonly Script[], context: ChunkingContext): Script[] {
  const scripts = new Set(found);
  const settled = new Set<Script>();
  for (;;) {
    const small = smallest([...scripts].filter((one) => one.size < MIN_SIZE && !settled.has(one)));
    if (small === undefined) return [...scripts];
    const importsOf = importsBetween(scripts, context);
    const others = [...scripts]
      .filter((other) => other !== small && other.isHeavy === small.isHeavy)
      .toSorted((one, other) => waste(small, one) - waste(small, other));
    const partner = others.find((other) => !isBetween(small, other, importsOf));
    if (partner === undefined) settled.add(small);
    else {
      scripts.delete(small);
      scripts.delete(partner);
      scripts.add({
        entries: small.entries.union(partner.entries),
        modules: [...partner.modules, ...small.modules],
        size: small.size + partner.size,
        isHeavy: small.isHeavy,
      });
    }
  }
}

function smallest(scripts: readonly Script[]): Script | undefined {
  return scripts.toSorted((one, other) => one.size - other.size)[0];
}

/** Returns how many characters all entries together would load without needing them, if two scripts were one. */
function waste(one: Script, other: Script): number {
  return (
    one.size * other.entries.difference(one.entries).size +
    other.size * one.entries.difference(other.entries).size
  );
}

type ImportsOf = (script: Script) => readonly Script[];

function importsBetween(scripts: ReadonlySet<Script>, context: ChunkingContext): ImportsOf {
  const scriptOf = new Map([...scripts].flatMap((script) => script.modules.map((id) => [id, script])));
  const imports = new Map(
    [...scripts].map((script) => {
      const ids = script.modules.flatMap((id) => context.getModuleInfo(id)?.importedIds ?? []);
      const imported = new Set(ids.map((id) => scriptOf.get(id)).filter((one) => one !== undefined));
      imported.delete(script);
      return [script, [...imported]];
    }),
  );
  return (script) => imports.get(script) ?? [];
}

/** Returns true when one of two scripts imports the other through a third, so that merging them would close a circle. */
function isBetween(one: Script, other: Script, importsOf: ImportsOf): boolean {
  return reachesAround(one, other, importsOf) || reachesAround(other, one, importsOf);
}

function reachesAround(from: Script, to: Script, importsOf: ImportsOf): boolean {
  const found = new Set(importsOf(from).filter((one) => one !== to));
  for (const script of found) {
    for (const imported of importsOf(script)) found.add(imported);
  }
  return found.has(to);
}
