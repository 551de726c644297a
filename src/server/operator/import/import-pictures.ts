import { createHash } from 'node:crypto';
import { CallError } from '#shared/errors.ts';
import { MAX_GRAPHIC_BYTES } from '#shared/images/limits.ts';
import { isScreenshotKind } from '#shared/listings/fields.ts';
import { saveImportedGraphic } from '../../catalog/imports/import-app.ts';
import { type MadeGraphic, makeGraphic } from '../../catalog/listings/images.ts';
import type { Context } from '../../platform/context.ts';
import { checkPicture, describeProblem } from '../../platform/images/open.ts';
import type { RepositoryGraphic } from '../repository/index-format.ts';
import { type RepositorySource, readSmall, SourceError } from '../repository/source.ts';
import { readLocale } from './describe-app.ts';

interface PictureImport {
  readonly source: RepositorySource;
  /** Null for a dry run, which only tries to decode the pictures. */
  readonly appId: string | null;
  /** Maximum screenshots of a device class in a language. */
  readonly maxScreenshots: number;
  /** Gets a sentence for each picture that doesn't come along. */
  readonly onProblem: (problem: string) => void;
}

/** Re-encodes the pictures of an app's listing and adds them to its draft. Returns how many came along. */
export async function importPictures(
  context: Context,
  graphics: readonly RepositoryGraphic[],
  { source, appId, maxScreenshots, onProblem }: PictureImport,
): Promise<number> {
  const counts = new Map<string, number>();
  let imported = 0;
  for (const graphic of graphics) {
    const locale = readLocale(graphic.locale);
    const place = `${locale} ${graphic.kind}`;
    const position = counts.get(place) ?? 0;
    const max = isScreenshotKind(graphic.kind) ? maxScreenshots : 1;
    try {
      if (locale === null) throw new SourceError(`"${graphic.locale}" isn’t a language tag.`);
      if (position >= max) throw new SourceError(`The store allows ${max} of them in a language.`);
      const made = await make(source, graphic);
      if (appId !== null) {
        await saveImportedGraphic(context, { appId, locale, kind: graphic.kind, position, made });
      }
      counts.set(place, position + 1);
      imported += 1;
    } catch (error) {
      if (!(error instanceof SourceError || error instanceof CallError)) throw error;
      onProblem(`The picture ${graphic.path} is left out: ${error.message}`);
    }
  }
  return imported;
}

async function make(
  source: RepositorySource,
  { path, sha256, kind }: RepositoryGraphic,
): Promise<MadeGraphic> {
  const bytes = await readSmall(source, path, MAX_GRAPHIC_BYTES);
  if (!bytes) throw new SourceError('Its file is missing.');
  if (sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new SourceError('Its SHA-256 isn’t that in the index.');
  }
  const picture = checkPicture(bytes);
  if ('found' in picture) throw new SourceError(describeProblem(picture));
  return makeGraphic(kind, picture);
}
