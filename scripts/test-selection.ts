import { existsSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const JOURNEYS = join(ROOT, 'test/e2e');
const TEST_FILE = /\.(?:test\.tsx?|spec\.ts)$/;

/** The arguments of a runner; null when it has nothing to run. */
type RunnerArguments = readonly string[] | null;

interface TestSelection {
  readonly vitest: RunnerArguments;
  readonly playwright: RunnerArguments;
  /** Without tests to run, such a run passes. */
  readonly mayBeEmpty: boolean;
}

/**
 * Returns what `npm test -- ARGUMENTS` runs: everything without arguments; the tests of the named files and folders; with
 * `--changed` the tests that import an uncommitted change, however indirectly, and changed journeys; with `--changed=REF`
 * the same for all changes since a commit. Throws an Error when a path doesn't exist or an option is unknown.
 */
export function selectTests(parameters: readonly string[]): TestSelection {
  const [first, ...others] = parameters;
  if (first === undefined) return { vitest: [], playwright: [], mayBeEmpty: false };
  if (others.length === 0 && /^--changed(?:=|$)/.test(first)) return selectChanged(first);
  const option = parameters.find((parameter) => parameter.startsWith('-'));
  if (option) throw new Error(`${option}: use npm test -- PATH…, or npm test -- --changed.`);
  const places = parameters.map(toTests);
  return {
    vitest: atLeastOne(places.filter((place) => !isWithin(JOURNEYS, place))),
    playwright: atLeastOne(
      places.filter((place) => isWithin(JOURNEYS, place) || isWithin(place, JOURNEYS)).map(toJourneyFilter),
    ),
    mayBeEmpty: false,
  };
}

function selectChanged(option: string): TestSelection {
  return {
    vitest: [option, '--passWithNoTests'],
    playwright: [option.replace('--changed', '--only-changed'), '--pass-with-no-tests'],
    mayBeEmpty: true,
  };
}

/** Returns the path of the tests of a file or folder: a source file’s are in the file beside it, or else in its folder. */
function toTests(parameter: string): string {
  const path = resolve(parameter);
  if (!existsSync(path))
    throw new Error(`${parameter} doesn’t exist. Name files or folders, such as src/shared.`);
  if (statSync(path).isDirectory()) return `${path}/`;
  if (TEST_FILE.test(path)) return path;
  const beside = ['.test.ts', '.test.tsx'].map((end) => path.replace(/\.tsx?$/, end)).find(existsSync);
  return beside ?? `${join(path, '..')}/`;
}

/** Playwright reads filters as regular expressions, and finds no folder that contains all of its tests. */
function toJourneyFilter(place: string): string {
  const path = isWithin(place, JOURNEYS) ? JOURNEYS : place;
  return path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function isWithin(folder: string, path: string): boolean {
  return !relative(folder, path).startsWith('..');
}

function atLeastOne(filters: readonly string[]): RunnerArguments {
  return filters.length > 0 ? filters : null;
}
