import { type StoreSettings, storeSettingsSchema } from '#shared/settings/settings.ts';
import { type SetupStep, setupStepSchema } from '#shared/setup/checklist.ts';
import type { Handler } from '../../identity/handler.ts';
import { findLastAdmin } from '../../identity/users.ts';
import { readSettings } from '../../platform/settings.ts';
import { mailConfigurationHash, readSetup } from './stored.ts';

const DEFAULTS = storeSettingsSchema.parse({});

/** `setup.getChecklist`: returns the steps of the set-up that are done, from the state of the store. */
export const getChecklist: Handler<'setup.getChecklist'> = async ({ context }) => {
  const { db, config } = context;
  const [settings, setup, onlyAdmin] = await Promise.all([
    readSettings(db),
    readSetup(db),
    findLastAdmin(db),
  ]);
  const isTested = setup.mailTestedWith === mailConfigurationHash(context);
  const isDone: Record<SetupStep, boolean> = {
    name: settings.storeName !== DEFAULTS.storeName && setup.logoKey !== null,
    email: config.smtpUrl !== null && isTested,
    terms: settings.terms.text !== DEFAULTS.terms.text,
    registration: setup.confirmed.registration !== undefined || isPolicyChanged(settings),
    repository: setup.confirmed.repository !== undefined,
    reviewers: onlyAdmin === null,
    backup: setup.confirmed.backup !== undefined,
  };
  return {
    done: setupStepSchema.options.filter((step) => isDone[step]),
    email: {
      server: config.smtpUrl && new URL(config.smtpUrl).host,
      from: config.mailFrom,
      testedAt: isTested ? (setup.mailTestedAt?.toISOString() ?? null) : null,
    },
  };
};

/** A policy that differs from the default was decided by an admin. */
function isPolicyChanged({ registration, publishing }: StoreSettings): boolean {
  return registration !== DEFAULTS.registration || publishing !== DEFAULTS.publishing;
}
