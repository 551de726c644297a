import { z } from 'zod';
import { APP_STATUS_NAMES } from './app-status.ts';
import { RELEASE_STATUS_NAMES } from './release-status.ts';
import { VERSION_STATUS_NAMES } from './version-status.ts';

/*
 * The schemas of the statuses. They are apart from the records, which many screens show: those need no validation, and
 * the library for it is a tenth of a screen's scripts.
 */

export const versionStatusSchema = z.enum(VERSION_STATUS_NAMES);

export const appStatusSchema = z.enum(APP_STATUS_NAMES);

export const releaseStatusSchema = z.enum(RELEASE_STATUS_NAMES);
