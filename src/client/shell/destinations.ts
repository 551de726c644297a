import { addressOf, paths } from '#client/paths.ts';
import { ALL_SCREENS, type Screen } from '#client/screens.ts';
import type { App } from '#shared/apps/app.ts';
import type { Role } from '#shared/users/role.ts';

/** Something that can be found and opened. */
export interface Destination {
  readonly group: 'apps' | 'versions' | 'people' | 'actions' | 'pages' | 'settings';
  readonly label: string;
  /** Tells it apart from others of the same name. */
  readonly detail?: string;
  readonly href: string;
}

interface OfRole extends Destination {
  /** The roles that may open it. */
  readonly roles: readonly Role[];
}

/** Everything that has a fixed address: for each role first what the menu shows. */
const FIXED: readonly OfRole[] = [...Map.groupBy(ALL_SCREENS, ([, { roles }]) => roles)].flatMap(
  ([roles, screens]) =>
    [menuEntries, findEntries, partEntries].flatMap((entriesOf) =>
      screens.flatMap(([, screen]) => entriesOf(screen)).map((entry) => ({ roles: roles ?? [], ...entry })),
    ),
);

function menuEntries({ title, path, menu }: Screen): Destination[] {
  return menu === undefined ? [] : [{ group: 'pages', label: title, href: path }];
}

function findEntries({ path, views, find = [] }: Screen): Destination[] {
  return find.map(({ view, ...entry }) => ({
    ...entry,
    href: addressOf(path, view === undefined ? {} : views[view]) as string,
  }));
}

/** Returns the entries of a screen's parts, which its view `…Part` opens. */
function partEntries({ title, path, parts }: Screen): Destination[] {
  return Object.entries(parts).map(([part, label]) => ({
    group: 'settings',
    label,
    detail: title,
    href: `${path}?tab=${part}`,
  }));
}

/** Returns what has a fixed address, may be opened with this role, and has all words of the query in its name. */
export function findFixed(role: Role, query: string): Destination[] {
  const words = query.toLowerCase().split(/\s+/);
  return FIXED.filter(({ roles }) => roles.includes(role)).filter(({ label, detail = '' }) => {
    const text = `${label} ${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Returns an app and its newest version: in the console of their publisher, or for staff in that of the store. */
export function destinationsOf(app: App, role: Role): Destination[] {
  const { id, name, applicationId, latestVersion } = app;
  const isStaff = role === 'admin';
  const found: Destination[] = [
    { group: 'apps', label: name, detail: applicationId, href: isStaff ? paths.adminApp(id) : paths.app(id) },
  ];
  if (latestVersion?.versionName) {
    const href = isStaff ? paths.review(latestVersion.id) : paths.version(id, latestVersion.id);
    found.push({
      group: 'versions',
      label: `${name} ${latestVersion.versionName}`,
      detail: applicationId,
      href,
    });
  }
  return found;
}
