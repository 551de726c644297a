/** The icon of an app in the default locale, by the hash of its content. */
export interface IconName {
  readonly applicationId: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly extension: string;
}

/** What the texts and images of an app are said to be in; clients fall back to it for every language. */
export const DEFAULT_LOCALE = 'en-US';

/** Where an icon lies below the repository's address, as fdroidserver names graphics: by its hash in base64url. */
export function iconPath({ applicationId, sha256, extension }: IconName): string {
  const hash = Buffer.from(sha256, 'hex').toString('base64url');
  return `${applicationId}/${DEFAULT_LOCALE}/icon_${hash}.${extension}`;
}

/** The icon that a path of `iconPath` names; null for any other path. */
export function readIconPath(path: string): IconName | null {
  const match = /^([\w.-]+)\/en-US\/icon_([\w-]{43})\.(png|webp)$/.exec(path);
  if (!match) return null;
  const [, applicationId = '', hash = '', extension = ''] = match;
  return { applicationId, sha256: Buffer.from(hash, 'base64url').toString('hex'), extension };
}

/** The package that a file name of `publicFileName` names; null for any other name. */
export function readPackageName(name: string): { applicationId: string; versionCode: number } | null {
  const match = /^([\w.-]+)_(0|[1-9]\d{0,15})\.apk$/.exec(name);
  return match ? { applicationId: match[1] ?? '', versionCode: Number(match[2]) } : null;
}
