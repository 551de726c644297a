import type { StoreSettings } from '#shared/settings/settings.ts';
import type { Context } from '../../platform/context.ts';
import type { RepositoryVersion } from '../repository/index-format.ts';
import type { RepositorySource } from '../repository/source.ts';

/** The parts that all apps of an import share. */
export interface ImportRun {
  readonly context: Context;
  readonly source: RepositorySource;
  readonly ownerUid: string;
  readonly isDryRun: boolean;
  readonly settings: StoreSettings;
  /** The store's categories, also those that the import adds. */
  readonly categories: StoreSettings['categories'];
  /** A private folder for copies of packages. */
  readonly folder: string;
}

/** The result for one app. */
export interface AppOutcome {
  readonly applicationId: string;
  /** Versions and pictures that came along, or would in a dry run. */
  versions: number;
  pictures: number;
  /** Versions that the store had already. */
  known: number;
  /** True for an app that the store had already, whose listing stays as it is there. */
  keepsListing: boolean;
  /** Sentences about what doesn't come along. */
  readonly problems: string[];
  /** Fields that have a value in the repository, and no place in a listing. */
  readonly unread: readonly string[];
  /** True when something unexpected ended it. */
  isFailed: boolean;
}

/** Returns the sentence about a version that doesn't come along. */
export function leftOut(version: RepositoryVersion, reason: string): string {
  return `Version ${nameVersion(version)} is left out: ${reason}`;
}

/** Returns the name and code of a version, as reports show them. */
export function nameVersion({ versionName, versionCode }: RepositoryVersion): string {
  return `${versionName.slice(0, 50)} (${versionCode})`;
}
