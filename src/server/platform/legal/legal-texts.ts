import { sql } from 'drizzle-orm';
import { chooseLocale } from '#shared/languages/choose-locale.ts';
import { LEGAL_KINDS, type LegalKind } from '#shared/settings/legal.ts';
import type { Db, Tx } from '../db/open.ts';
import { defineStatement, type StatementValues } from '../db/statement.ts';
import { legalTexts, storeSetup } from '../db/tables/store.ts';
import { plainHtml } from '../markdown/plain-html.ts';

/** A legal text in one language. */
interface LegalText {
  readonly language: string;
  readonly markdown: string;
  /** Safe HTML. */
  readonly html: string;
}

/** Returns the version of the terms, which is stored with whoever accepts them. */
export async function readTermsVersion(db: Db | Tx): Promise<string> {
  const [setup] = await db.select({ version: storeSetup.termsVersion }).from(storeSetup);
  return setup?.version ?? '1';
}

const KINDS = defineStatement('legalTexts:kinds', () => ({
  select: { kind: legalTexts.kind },
  from: sql`FROM ${legalTexts} GROUP BY ${legalTexts.kind}`,
}));

const LANGUAGES = defineStatement(
  'legalTexts:languages',
  ({ kind }: StatementValues<{ kind: LegalKind }>) => ({
    select: { language: legalTexts.language },
    from: sql`FROM ${legalTexts} WHERE ${legalTexts.kind} = ${kind} ORDER BY ${legalTexts.position}`,
  }),
);

const TEXT = defineStatement(
  'legalTexts:text',
  ({ kind, language }: StatementValues<{ kind: LegalKind; language: string }>) => ({
    select: { markdown: legalTexts.markdown, html: legalTexts.html },
    from: sql`FROM ${legalTexts} WHERE ${legalTexts.kind} = ${kind} AND ${legalTexts.language} = ${language}`,
  }),
);

/** Returns the kinds of legal texts that the store has. */
export async function listLegalKinds(db: Db | Tx): Promise<LegalKind[]> {
  const rows = await KINDS.all(db, {});
  const known = new Set(rows.map(({ kind }) => kind));
  return LEGAL_KINDS.filter((kind) => known.has(kind));
}

/**
 * Returns a legal text in the first wanted language that it has, otherwise in the one that admins put first; null when
 * the store has none of this kind.
 */
export async function readLegalText(
  db: Db | Tx,
  kind: LegalKind,
  wanted: readonly string[],
): Promise<LegalText | null> {
  const rows = await LANGUAGES.all(db, { kind });
  const languages = rows.map(({ language }) => language);
  const language = chooseLocale(languages, wanted) ?? languages[0];
  if (language === undefined) return null;
  const text = await TEXT.first(db, { kind, language });
  if (text === null) return null;
  return { language, markdown: text.markdown, html: text.html ?? plainHtml(text.markdown) };
}
