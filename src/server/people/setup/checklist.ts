import { type StoreSettings, storeSettingsSchema } from '#shared/settings/settings.ts';
import { type SetupStep, setupStepSchema } from '#shared/setup/checklist.ts';
import type { Handler } from '../../identity/handler.ts';
import { findLastAdmin } from '../../identity/users.ts';
import { listLegalKinds } from '../../platform/legal/legal-texts.ts';
import { formatSender, hashMailConfiguration } from '../../platform/mail/mail-configuration.ts';
import { readMailConfiguration } from '../../platform/read-mail-configuration.ts';
import { readSettings } from '../../platform/settings.ts';
import { isAdminInvited } from '../users/invitations.ts';
import { readSetup } from './stored.ts';

const DEFAULTS = storeSettingsSchema.parse({});

/** `setup.getChecklist`: returns the steps of the set-up that are done, from the state of the store. */
export const getChecklist: Handler<'setup.getChecklist'> = async ({ context }) => {
  const { db, secret } = context;
  const [settings, setup, onlyAdmin, isInvited, mail, legalKinds] = await Promise.all([
    readSettings(db),
    readSetup(db),
    findLastAdmin(db),
    isAdminInvited(context),
    readMailConfiguration(context),
    listLegalKinds(db),
  ]);
  const isTested = setup.mailTestedWith === hashMailConfiguration(mail, secret);
  const isDone: Record<SetupStep, boolean> = {
    name: settings.storeName !== DEFAULTS.storeName && setup.logoKey !== null,
    email: mail.server === null ? setup.confirmed.email !== undefined : isTested,
    terms: legalKinds.includes('terms'),
    registration: setup.confirmed.registration !== undefined || isPolicyChanged(settings),
    repository: setup.confirmed.repository !== undefined,
    reviewers: onlyAdmin === null || isInvited,
    backup: setup.confirmed.backup !== undefined,
  };
  return {
    done: setupStepSchema.options.filter((step) => isDone[step]),
    email: {
      server: mail.server?.name ?? null,
      from: formatSender(mail),
      testedAt: isTested ? (setup.mailTestedAt?.toISOString() ?? null) : null,
    },
  };
};

/** A policy that differs from the default was decided by an admin. */
function isPolicyChanged({ registration, publishing }: StoreSettings): boolean {
  return registration !== DEFAULTS.registration || publishing !== DEFAULTS.publishing;
}
