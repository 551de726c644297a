import { z } from 'zod';
import { boundedRecord } from '#shared/bounded.ts';
import { DETAILS, type DetailField, type GraphicKind } from '#shared/listings/field-records.ts';
import { fieldsWith, type TextField } from '#shared/listings/fields.ts';

/** The parts of an F-Droid index that Quayside reads, in either format. */
export interface RepositoryIndex {
  readonly apps: readonly RepositoryApp[];
  /** Fields of the repository itself that have a value and no place in a store. */
  readonly unread: readonly string[];
  /** Apps that the index describes in a way that can't be read. */
  readonly unreadable: readonly { readonly applicationId: string; readonly reason: string }[];
}

/** Texts by the language that the index names. */
export type LocalisedTexts = Readonly<Record<string, string>>;

/** A detail's name in the index. */
type IndexedName = {
  [Field in DetailField]: (typeof DETAILS)[Field] extends { readonly fdroid: infer Name extends string }
    ? Name
    : never;
}[DetailField];

/** The details of a listing by their names in the index; empty without a value. */
export type IndexedDetails = Readonly<Record<IndexedName, string>>;

export interface RepositoryApp extends Readonly<Record<TextField, LocalisedTexts>>, IndexedDetails {
  readonly applicationId: string;
  readonly categories: readonly RepositoryCategory[];
  /** The SHA-256 of the certificate that clients prefer, in lower case. */
  readonly preferredSigner: string | null;
  readonly graphics: readonly RepositoryGraphic[];
  /** The lowest version code first. */
  readonly versions: readonly RepositoryVersion[];
  /** Fields of the app and its versions that have a value and no place in a listing. */
  readonly unread: readonly string[];
}

/** A category of the repository. In the first format its id is its name. */
export interface RepositoryCategory {
  readonly id: string;
  readonly name: string;
}

export interface RepositoryGraphic {
  readonly locale: string;
  readonly kind: GraphicKind;
  readonly path: string;
  /** True for an icon that the repository's tools took out of the package. */
  readonly isExtracted: boolean;
  /** Absent in the first format. */
  readonly sha256?: string | undefined;
}

export interface RepositoryVersion {
  readonly path: string;
  /** In lower case. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly versionCode: number;
  readonly versionName: string;
  readonly added: Date;
  /** Empty for a version that everyone gets. */
  readonly releaseChannels: readonly string[];
  /** The reasons of its anti-features, by their id; empty in the first format. */
  readonly antiFeatures: Readonly<Record<string, LocalisedTexts>>;
  readonly whatsNew: LocalisedTexts;
  /** SHA-256 of the signers' certificates; empty when the index doesn't name them. */
  readonly signers: readonly string[];
}

/** Longer ones would be cut anyway; this only bounds the memory. */
const MAX_TEXT = 100_000;
const MAX_LIST = 1_000;
/** Three times as many as a listing may have. */
const MAX_LOCALES = 300;
const MAX_TIME = Date.UTC(2100, 0) - 1;
/** Names of unread fields that an app's part of the report has. */
const MAX_UNREAD = 50;
const MAX_FIELD_NAME = 60;

/** A text without the characters that PostgreSQL can't store. */
export const sourceText = z
  .string()
  .max(MAX_TEXT)
  .transform((text) => text.toWellFormed().replaceAll('\0', ''));
export const sourcePath = z.string().min(1).max(1_000);
export const sourceHash = z
  .string()
  .transform((hash) => hash.toLowerCase())
  .pipe(z.string().regex(/^[0-9a-f]{64}$/));
/** A record by the locales that an index names. */
export const byLocale = <Value extends z.ZodType>(value: Value) =>
  boundedRecord(MAX_LOCALES, z.string().max(50), value);
export const optionalText = sourceText.nullish().transform((text) => text ?? '');
export const sourceTexts = byLocale(sourceText)
  .nullish()
  .transform((texts) => texts ?? {});
export const sourceList = z
  .array(sourceText)
  .max(MAX_LIST)
  .nullish()
  .transform((list) => list ?? []);
export const sourceTime = z
  .int()
  .min(0)
  .max(MAX_TIME)
  .transform((ms) => new Date(ms));

const INDEXED_NAMES = fieldsWith(DETAILS, 'fdroid').map(({ record }) => record.fdroid as IndexedName);

/** A detail's values: the newer format lists some. */
const detailValues = z
  .union([sourceText, z.array(sourceText).max(MAX_LIST)])
  .nullish()
  .transform((values) => [values ?? []].flat());
export const indexedDetails = byIndexedName(() => detailValues);

/** Returns the details of an app: the first value of each. */
export function readDetails(entry: Readonly<Record<IndexedName, readonly string[]>>): IndexedDetails {
  return byIndexedName((name) => entry[name][0] ?? '');
}

/** Names the details of which an app has more values than a listing. */
export function findFurtherValues(entry: Readonly<Record<IndexedName, readonly string[]>>): string[] {
  return INDEXED_NAMES.filter((name) => entry[name].length > 1).map((name) => `further values of ${name}`);
}

/** Returns a value for each detail that the index has, by its name there. */
export function byIndexedName<Value>(valueOf: (name: IndexedName) => Value): Record<IndexedName, Value> {
  const entries = INDEXED_NAMES.map((name) => [name, valueOf(name)]);
  return Object.fromEntries(entries) as Record<IndexedName, Value>;
}

/** Parses the entries of an index one by one, so that one app's broken data doesn't hide the others. */
export function readEntries<Entry>(
  entries: Iterable<readonly [applicationId: string, entry: Entry]>,
  read: (applicationId: string, entry: Entry) => RepositoryApp,
): Pick<RepositoryIndex, 'apps' | 'unreadable'> {
  const apps: RepositoryApp[] = [];
  const unreadable: { applicationId: string; reason: string }[] = [];
  for (const [applicationId, entry] of entries) {
    try {
      const app = read(applicationId, entry);
      apps.push({ ...app, versions: app.versions.toSorted((a, b) => a.versionCode - b.versionCode) });
    } catch (error) {
      const [issue] = error instanceof z.ZodError ? error.issues : [];
      const reason = issue ? `${issue.path.join('.')}: ${issue.message}` : (error as Error).message;
      unreadable.push({ applicationId: applicationId.slice(0, 200), reason: reason.slice(0, 300) });
    }
  }
  return { apps, unreadable };
}

/** Returns the names of fields that have a value, but aren't in the schema that reads them. */
export function findUnread(schema: z.ZodObject, entry: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(entry).flatMap(([name, value]) =>
    Object.hasOwn(schema.shape, name) || !hasValue(value) ? [] : [name],
  );
}

/** Returns each name once, in order, and no more than a report can show. */
export function listUnread(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.slice(0, MAX_FIELD_NAME).replaceAll(/\p{Cc}/gu, ' ')))]
    .sort()
    .slice(0, MAX_UNREAD);
}

/** Returns true unless a value is empty, or contains only empty ones. */
export function hasValue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value);
  return Object.values(value).some(hasValue);
}

/** Returns the name of an app's date when it is older than all versions, from which a store takes it. */
export function findUnreadDate(
  added: Date | null | undefined,
  versions: readonly { readonly added: Date }[],
): string[] {
  return added && versions.every((version) => added < version.added) ? ['added'] : [];
}
