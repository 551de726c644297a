import { ALL_SCREENS, type SCREENS, type Screen } from './screens.ts';

type Screens = typeof SCREENS;

/** A string for each part of a path that its record names. */
type PathValues<Path> = Path extends `${string}:${string}/${infer Rest}`
  ? [string, ...PathValues<Rest>]
  : Path extends `${string}:${string}`
    ? [string]
    : [];

/** An address, or a function that returns it for the values that it needs. */
type Address<Values extends readonly unknown[]> = Values extends [] ? string : (...values: Values) => string;

type ViewValues<View> = View extends (...values: infer Values) => unknown ? Values : [];

type PathsOf<Declared> = Declared extends { readonly path: infer Path; readonly views: infer Views }
  ? { readonly [Name in keyof Views]: Address<[...PathValues<Path>, ...ViewValues<Views[Name]>]> }
  : never;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

type Paths = { readonly [Name in keyof Screens]: Address<PathValues<Screens[Name]['path']>> } & Intersection<
  { [Name in keyof Screens]: PathsOf<Screens[Name]> }[keyof Screens]
>;

/** Returns the address of a screen's view: a string, or a function for what needs values. */
export function addressOf(
  path: string,
  view: Screen['views'][string] = {},
): string | ((...values: string[]) => string) {
  const parts = path.match(/:\w+/g) ?? [];
  const build = (...values: string[]) => {
    let at = 0;
    const filled = path.replaceAll(/:\w+/g, () => encodeURIComponent(values[at++] ?? ''));
    const search = typeof view === 'function' ? view(...(values.slice(parts.length) as never[])) : view;
    const pairs = Object.entries(search).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
  };
  return parts.length > 0 || typeof view === 'function' ? build : build();
}

/** The address of every screen and of its views, below the base path. What needs values is a function. */
export const paths = Object.fromEntries(
  ALL_SCREENS.flatMap(([name, { path, views }]) => [
    [name, addressOf(path)],
    ...Object.entries(views).map(([view, search]) => [view, addressOf(path, search)]),
  ]),
) as unknown as Paths;

/**
 * Returns the search part of the address with one filter set, or removed when empty. Reads the address itself,
 * because the screen may be behind it when two filters change quickly.
 */
export function withFilter(name: string, value: string | undefined): URLSearchParams {
  const next = new URLSearchParams(window.location.search);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
