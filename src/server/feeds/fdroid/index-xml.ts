import { DETAILS } from '#shared/listings/field-records.ts';
import { fieldsWith } from '#shared/listings/fields.ts';
import { xmlText } from '../public/stored.ts';
import type { AppTextsV1 } from './index-v1.ts';

/*
 * `index.xml`, the first index of F-Droid, as fdroidserver wrote it (`make_v0` in index.py). Obtainium reads nothing
 * else, and with a parser for HTML (`lib/app_sources/fdroidrepo.dart`): every element needs its own end tag, because that
 * parser takes the elements after `<name/>` for its children.
 */

/** The repository section of `index-v1.json`. */
interface RepositoryV1 {
  readonly name: string;
  readonly icon: string;
  readonly address: string;
  readonly description: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly version: number;
}

/** The parts of an app in `index-v1.json` that this index can tell. */
interface AppV1 {
  readonly packageName: string;
  readonly added: number;
  readonly lastUpdated: number;
  readonly categories: readonly string[];
  readonly antiFeatures?: readonly string[];
  readonly authorName?: string;
  readonly suggestedVersionName?: string;
  readonly suggestedVersionCode?: string;
  readonly localized: Readonly<Record<string, LocalisedV1>>;
}

interface LocalisedV1 {
  readonly name?: string;
  readonly summary?: string;
  readonly description?: string;
}

interface PackageV1 {
  readonly apkName: string;
  readonly versionName: string;
  readonly versionCode: number;
  readonly hash: string;
  readonly size: number;
  readonly added: number;
  readonly minSdkVersion?: number;
  readonly targetSdkVersion?: number;
  readonly maxSdkVersion?: number;
  readonly nativecode?: readonly string[];
  readonly features?: readonly string[];
  readonly 'uses-permission'?: readonly (readonly [string, number | null])[];
  readonly 'uses-permission-sdk-23'?: readonly (readonly [string, number | null])[];
}

/**
 * Returns the text around the applications of `index.xml`.
 * @param repo the repository section of `index-v1.json`
 * @param certificate the certificate of the signing key in hexadecimal
 */
export function renderFrameXml(repo: string, certificate: string): { start: string; end: string } {
  const { name, icon, address, description, timestamp, version }: RepositoryV1 = JSON.parse(repo);
  const attributes = {
    icon,
    name,
    pubkey: certificate,
    timestamp: Math.floor(timestamp / 1000),
    url: address,
    version,
  };
  return {
    start: `<?xml version="1.0" encoding="utf-8"?>\n<fdroid><repo${attributesOf(attributes)}>${element('description', description)}</repo>`,
    end: '</fdroid>\n',
  };
}

/** Returns the application element of an app, from its entries in `index-v1.json`, so that both say the same. */
export function renderAppXml({ app, packages }: AppTextsV1): string {
  const shown: AppV1 = JSON.parse(app);
  const versions: PackageV1[] = Object.values<PackageV1[]>(JSON.parse(`{${packages}}`)).flat();
  const text = (field: keyof LocalisedV1) => textOf(shown.localized, field);
  const [category = ''] = shown.categories;
  const fields = {
    id: shown.packageName,
    added: dateOf(shown.added),
    lastupdated: dateOf(shown.lastUpdated),
    name: text('name') ?? shown.packageName,
    summary: text('summary') ?? '',
    desc: text('description') ?? '',
    ...detailsOf({ ...shown }),
    categories: shown.categories.join(','),
    category,
    author: shown.authorName,
    antifeatures: shown.antiFeatures?.join(','),
    marketversion: shown.suggestedVersionName,
    marketvercode: shown.suggestedVersionCode,
  };
  return `<application${attributesOf({ id: shown.packageName })}>${elements(fields)}${versions.map(renderPackage).join('')}</application>`;
}

/** Returns the details that this index has a place for, by their names there. */
function detailsOf(app: Readonly<Partial<Record<string, unknown>>>): Fields {
  const named = fieldsWith(DETAILS, 'fdroidXml').map(({ record }): [string, string | undefined] => {
    const value = app[record.fdroid ?? ''];
    return [record.fdroidXml, typeof value === 'string' ? value : undefined];
  });
  return Object.fromEntries(named);
}

function renderPackage(version: PackageV1): string {
  const names = (requests: readonly (readonly [string, number | null])[] = []) =>
    requests.map(([name]) => name.replace(/^android\.permission\./, '')).join(',');
  const fields = {
    version: version.versionName,
    versioncode: version.versionCode,
    apkname: version.apkName,
    size: version.size,
    sdkver: version.minSdkVersion,
    targetSdkVersion: version.targetSdkVersion,
    maxsdkver: version.maxSdkVersion,
    added: dateOf(version.added),
    permissions: names(version['uses-permission']) || undefined,
    nativecode: version.nativecode?.join(','),
    features: version.features?.join(','),
  };
  const hash = `<hash type="sha256">${version.hash}</hash>`;
  const requests = (['uses-permission', 'uses-permission-sdk-23'] as const).flatMap((name) =>
    (version[name] ?? []).map(
      ([permission, maxSdkVersion]) =>
        `<${name}${attributesOf({ name: permission, maxSdkVersion })}></${name}>`,
    ),
  );
  return `<package>${elements(fields)}${hash}${requests.join('')}</package>`;
}

/** Prefers English, which clients of this index expect, and takes any other language without it. */
function textOf(localized: AppV1['localized'], field: keyof LocalisedV1): string | undefined {
  const english = localized['en-US']?.[field] ?? localized['en']?.[field];
  return english ?? Object.values(localized).find((texts) => texts[field])?.[field];
}

/** Returns a day, which is what this index has. */
function dateOf(timestamp: number): string {
  return new Date(timestamp).toISOString().slice(0, 10);
}

type Fields = Readonly<Record<string, string | number | null | undefined>>;

function elements(fields: Fields): string {
  return present(fields)
    .map(([name, value]) => element(name, value))
    .join('');
}

function element(name: string, value: string): string {
  return `<${name}>${escape(value)}</${name}>`;
}

function attributesOf(fields: Fields): string {
  return present(fields)
    .map(([name, value]) => ` ${name}="${escape(value)}"`)
    .join('');
}

function present(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return xmlText(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
