import type { GraphicKind } from '#shared/listings/field-records.ts';
import { isScreenshotKind } from '#shared/listings/fields.ts';

/** An app's icon in the default locale, by its content hash. */
export interface IconFile {
  readonly applicationId: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly extension: string;
}

/** The locale of texts and pictures without one; F-Droid clients fall back to it for every language. */
export const DEFAULT_LOCALE = 'en-US';

/**
 * Returns the path of an icon below the repository's address, named by its hash in base64url as in
 * fdroidserver.
 */
export function iconPath({ applicationId, sha256, extension }: IconFile): string {
  const hash = Buffer.from(sha256, 'hex').toString('base64url');
  return `${applicationId}/${DEFAULT_LOCALE}/icon_${hash}.${extension}`;
}

/** Parses a path made by `iconPath`; returns null for any other path. */
export function readIconPath(path: string): IconFile | null {
  const match = /^([\w.-]+)\/en-US\/icon_([\w-]{43})\.(png|webp)$/.exec(path);
  if (!match) return null;
  const [, applicationId = '', hash = '', extension = ''] = match;
  return { applicationId, sha256: Buffer.from(hash, 'base64url').toString('hex'), extension };
}

/** Icons are stored under their own hash. */
const ICON_KEY = /^icons\/([0-9a-f]{64})\.(png|webp)$/;

/** Returns the icon that a storage key names; null without one. */
export function readIconKey(key: string | null): Pick<IconFile, 'sha256' | 'extension'> | null {
  const [, sha256, extension] = ICON_KEY.exec(key ?? '') ?? [];
  return sha256 && extension ? { sha256, extension } : null;
}

/** A picture of a listing. */
export interface PublicGraphic {
  readonly locale: string;
  readonly kind: GraphicKind;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly extension: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Returns the path of a graphic below the repository's address, named by its hash in base64url as in
 * fdroidserver.
 */
export function graphicPath(
  applicationId: string,
  { locale, kind, sha256, extension }: PublicGraphic,
): string {
  const hash = Buffer.from(sha256, 'hex').toString('base64url');
  const name = isScreenshotKind(kind) ? `${kind}/${hash}` : `${kind}_${hash}`;
  return `${applicationId}/${locale}/${name}.${extension}`;
}

/** Parses a path made by `graphicPath`; returns null for any other path. */
export function readGraphicPath(
  path: string,
): { applicationId: string; sha256: string; extension: string } | null {
  const match = /^([\w.-]+)\/[\w-]+\/[A-Za-z]+[_/]([\w-]{43})\.(png|webp)$/.exec(path);
  if (!match) return null;
  const [, applicationId = '', hash = '', extension = ''] = match;
  return { applicationId, sha256: Buffer.from(hash, 'base64url').toString('hex'), extension };
}
