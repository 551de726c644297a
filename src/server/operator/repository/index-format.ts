import { z } from 'zod';
import { boundedRecord } from '#shared/bounded.ts';
import type { GraphicKind } from '#shared/listings/graphics.ts';

/** The parts of an F-Droid index that Quayside reads, in either format. */
export interface RepositoryIndex {
  readonly apps: readonly RepositoryApp[];
  /** Apps that the index describes in a way that can't be read. */
  readonly unreadable: readonly { readonly applicationId: string; readonly reason: string }[];
}

/** Texts by the language that the index names. */
export type LocalisedTexts = Readonly<Record<string, string>>;

export interface RepositoryApp {
  readonly applicationId: string;
  readonly name: LocalisedTexts;
  readonly summary: LocalisedTexts;
  readonly description: LocalisedTexts;
  readonly video: LocalisedTexts;
  readonly categories: readonly string[];
  readonly webSite: string;
  readonly sourceCode: string;
  readonly issueTracker: string;
  readonly license: string;
  readonly authorName: string;
  readonly authorEmail: string;
  /** The reasons of anti-features of the app or its newest version, by their id; empty in the first format. */
  readonly antiFeatures: Readonly<Record<string, LocalisedTexts>>;
  /** The SHA-256 of the certificate that clients prefer, in lower case. */
  readonly preferredSigner: string | null;
  readonly graphics: readonly RepositoryGraphic[];
  /** The lowest version code first. */
  readonly versions: readonly RepositoryVersion[];
}

export interface RepositoryGraphic {
  readonly locale: string;
  readonly kind: GraphicKind;
  readonly path: string;
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
  readonly isBeta: boolean;
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
export const sourceTexts = byLocale(sourceText).default({});
export const sourceList = z.array(sourceText).max(MAX_LIST).default([]);
export const sourceTime = z
  .int()
  .min(0)
  .max(MAX_TIME)
  .transform((ms) => new Date(ms));

/** Parses the entries of an index one by one, so that one app's broken data doesn't hide the others. */
export function readEntries<Entry>(
  entries: Iterable<readonly [applicationId: string, entry: Entry]>,
  read: (applicationId: string, entry: Entry) => RepositoryApp,
): RepositoryIndex {
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
