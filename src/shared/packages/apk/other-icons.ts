import { iconHash, type PackageIcon } from '../image.ts';
import { MAX_LISTED } from '../limits.ts';
import { findIcon, type IconFiles } from './icon.ts';
import type { Launcher, ShownLauncher } from './launchers.ts';
import type { ConfiguredValue } from './resource-table.ts';
import { referenceOf, type TypedValue } from './typed-value.ts';

/** A picture that some devices show instead of the icon, or that an entry in the launcher has of its own. */
export interface OtherIcon {
  /** The entry in the launcher; null for the app itself. */
  readonly entry: string | null;
  /** The devices, such as `v26` or `night`; `default` for all others. */
  readonly configuration: string;
  readonly icon: PackageIcon;
}

interface IconSources {
  readonly shown: ShownLauncher;
  readonly launchers: readonly Launcher[];
  /** The icon that is shown everywhere. */
  readonly icon: PackageIcon | null;
}

/**
 * Finds the pictures besides the icon, each once, in its highest density: those of the app on some devices, and those
 * of its entries in the launcher. Vector drawables can't be shown, and are left out.
 */
export async function findOtherIcons(
  { shown, launchers, icon }: IconSources,
  files: IconFiles,
): Promise<OtherIcon[]> {
  const known = new Set(icon ? [iconHash(icon)] : []);
  const found: OtherIcon[] = [];
  const entries = launchers.slice(0, MAX_LISTED.launchers);
  for (const { entry, pictures } of [
    { entry: null, pictures: shown.pictures },
    ...entries.map((launcher) => ({ entry: launcher.name, pictures: launcher.pictures })),
  ]) {
    for (const value of [pictures.icon, pictures.roundIcon]) {
      for (const [configuration, values] of value ? byConfiguration(value, files) : []) {
        if (found.length === MAX_LISTED.otherIcons) return found;
        const other = await findIcon([value as TypedValue], withValues(files, value as TypedValue, values));
        if (!other || known.has(iconHash(other))) continue;
        known.add(iconHash(other));
        found.push({ entry, configuration, icon: other });
      }
    }
  }
  return found;
}

/** Groups the values of an icon by the devices that they are for, of any density. */
function byConfiguration(value: TypedValue, { table }: IconFiles): Map<string, ConfiguredValue[]> {
  const id = referenceOf(value);
  const groups = new Map<string, ConfiguredValue[]>();
  for (const one of id === null ? [] : table.valuesOf(id)) {
    const { locale, qualifiers, sdkVersion } = one.config;
    const others = qualifiers.replace(/(^|-)(\d+dpi|anydpi|nodpi)$/, '');
    const parts = [locale, others, sdkVersion === 0 ? '' : `v${sdkVersion}`].filter((part) => part !== '');
    const name = parts.join('-') || 'default';
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return groups;
}

/** Returns the files as a device finds them that has only these values of an icon. */
function withValues(files: IconFiles, value: TypedValue, values: ConfiguredValue[]): IconFiles {
  const valuesOf = (id: number) => (id === referenceOf(value) ? values : files.table.valuesOf(id));
  return { ...files, table: { valuesOf } };
}
