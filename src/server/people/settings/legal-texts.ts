import { isDeepStrictEqual } from 'node:util';
import { getTableColumns, sql } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { LEGAL_KINDS } from '#shared/settings/legal.ts';
import type { LegalTexts } from '#shared/settings/legal-calls.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { legalTexts } from '../../platform/db/tables/store.ts';
import { callError } from '../../platform/input/call-error.ts';
import { readLegalText } from '../../platform/legal/legal-texts.ts';
import { markdownPool } from '../../platform/markdown/markdown-pool.ts';
import { lockSetup, readSetup, writeSetup } from '../setup/stored.ts';

type LegalRow = typeof legalTexts.$inferSelect;

const ROWS = defineStatement('legalTexts:all', () => ({
  select: getTableColumns(legalTexts),
  from: sql`FROM ${legalTexts} ORDER BY ${legalTexts.position}, ${legalTexts.language}`,
}));

/** `settings.getTerms`: returns the terms in the language that suits the caller best, and their version. */
export const getTerms: Handler<'settings.getTerms'> = async ({ data, context: { db } }) => {
  const [{ termsVersion }, text] = await Promise.all([
    readSetup(db),
    readLegalText(db, 'terms', data.languages),
  ]);
  return {
    version: termsVersion,
    text: text && { language: text.language, markdown: text.markdown },
  };
};

/** `settings.getLegalTexts`: returns the legal texts in all languages. */
export const getLegalTexts: Handler<'settings.getLegalTexts'> = async ({ context: { db } }) => {
  const [{ termsVersion, legalRevision }, rows] = await Promise.all([readSetup(db), ROWS.all(db, {})]);
  return { ...asTexts(rows, termsVersion), revision: legalRevision };
};

/**
 * `settings.setLegalTexts`: replaces the legal texts; the audit log keeps both states. Throws `aborted` when someone else
 * changed them meanwhile.
 */
export const setLegalTexts: Handler<'settings.setLegalTexts'> = async ({ data, caller, context }) => {
  const { texts, before } = data;
  const known = await ROWS.all(context.db, {});
  // Rendering can take seconds, so it comes before the transaction.
  const rows = await Promise.all(
    listRows(texts).map(async (row) => {
      const same = known.find(({ markdown, html }) => markdown === row.markdown && html !== null);
      const html = same?.html ?? (await context.services.get(markdownPool).render(row.markdown, caller.uid));
      return { ...row, html };
    }),
  );
  return context.db.transaction(async (tx) => {
    const { termsVersion, legalRevision } = await lockSetup(tx);
    if (legalRevision !== before) throw staleTexts();
    const current = asTexts(await ROWS.all(tx, {}), termsVersion);
    const next = asTexts(rows, texts.termsVersion);
    const isSame = isDeepStrictEqual(current, next);
    if (isSame) return { ...next, revision: legalRevision };
    const revision = legalRevision + 1;
    await tx.delete(legalTexts);
    if (rows.length > 0) await tx.insert(legalTexts).values(rows);
    await writeSetup(tx, { termsVersion: texts.termsVersion, legalRevision: revision });
    await emit(tx, {
      by: caller.uid,
      name: 'settings.legal-texts-changed',
      details: { changed: kindsOfChanges(current, next), before: current, after: next },
    });
    return { ...next, revision };
  });
};

function staleTexts(): CallError {
  return callError(
    'aborted',
    () => t`Someone else changed the legal texts meanwhile. Review them, then save again.`,
    { reason: 'stale', changed: ['legalTexts'] },
  );
}

/** Returns the rows of all texts that aren't empty. */
function listRows({ languages }: LegalTexts): Omit<LegalRow, 'html'>[] {
  return languages.flatMap(({ language, ...texts }, position) =>
    LEGAL_KINDS.filter((kind) => texts[kind] !== '').map((kind) => ({
      kind,
      language,
      position,
      markdown: texts[kind],
    })),
  );
}

function asTexts(rows: readonly Omit<LegalRow, 'html'>[], termsVersion: string): LegalTexts {
  const byLanguage = Map.groupBy(rows, ({ language }) => language);
  const languages = [...byLanguage].map(([language, texts]) => {
    const textOf = (kind: (typeof LEGAL_KINDS)[number]) =>
      texts.find((text) => text.kind === kind)?.markdown ?? '';
    return { language, terms: textOf('terms'), imprint: textOf('imprint'), privacy: textOf('privacy') };
  });
  return { termsVersion, languages };
}

/** Returns the kinds of texts that differ; a new version alone is one of the terms. */
function kindsOfChanges(before: LegalTexts, after: LegalTexts) {
  return LEGAL_KINDS.filter((kind) => {
    const textsOf = ({ languages, termsVersion }: LegalTexts) => [
      ...(kind === 'terms' ? [termsVersion] : []),
      ...languages.map((texts) => [texts.language, texts[kind]]),
    ];
    return !isDeepStrictEqual(textsOf(before), textsOf(after));
  });
}
