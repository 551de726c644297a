import { plural, t } from '../languages/translate.ts';
import { about, type Named, type OfVersion, SECURITY, type WithReason } from './notification-record.ts';

/** A hold: `on` is the day when staff look at it again. */
type Held = WithReason & { readonly on: string };
type WithOthers = Named & { readonly others: number };

/** Notifications about holds. */
export const HOLD_NOTIFICATIONS = {
  appHeld: about<WithOthers & Held>({
    ...SECURITY,
    title: () => t`App on hold`,
    message: ({ name, others, reason, on }) =>
      `${
        others === 0
          ? t`${name} is on hold, so nobody can see or download it: ${reason}`
          : plural(
              others,
              {
                one: '{name} and # other app that you work on are on hold, so nobody can see or download them: {reason}',
                other:
                  '{name} and # other apps that you work on are on hold, so nobody can see or download them: {reason}',
              },
              { name, reason },
            )
      } ${afterHold(on)}`,
  }),
  versionHeld: about<WithOthers & Held & { readonly version: string }>({
    ...SECURITY,
    title: () => t`Version on hold`,
    message: ({ name, version, others, reason, on }) =>
      `${
        others === 0
          ? t`Version ${version} of ${name} is on hold, so nobody can see or download it: ${reason}`
          : plural(
              others,
              {
                one: 'Version {version} of {name} and # other version that you work on are on hold, so nobody can see or download them: {reason}',
                other:
                  'Version {version} of {name} and # other versions that you work on are on hold, so nobody can see or download them: {reason}',
              },
              { version, name, reason },
            )
      } ${afterHold(on)}`,
  }),
  allHeld: about<Held>({
    ...SECURITY,
    title: () => t`All your apps are on hold`,
    message: ({ reason, on }) =>
      `${t`All your apps are on hold, so nobody can see or download them: ${reason}`} ${afterHold(on)}`,
  }),
  appHoldLifted: about<WithOthers & WithReason>({
    ...SECURITY,
    title: () => t`Hold lifted`,
    message: ({ name, others, reason }) =>
      others === 0
        ? t`The hold on ${name} was lifted: ${reason}`
        : plural(
            others,
            {
              one: 'The hold on {name} and # other app that you work on was lifted: {reason}',
              other: 'The hold on {name} and # other apps that you work on was lifted: {reason}',
            },
            { name, reason },
          ),
  }),
  versionHoldLifted: about<OfVersion & WithReason>({
    ...SECURITY,
    title: () => t`Hold lifted`,
    message: ({ name, version, reason }) =>
      t`The hold on version ${version} of ${name} was lifted: ${reason}`,
  }),
  allHoldsLifted: about<WithReason>({
    ...SECURITY,
    title: () => t`Hold lifted`,
    message: ({ reason }) => t`The hold on all your apps was lifted: ${reason}`,
  }),
};

/** Returns what publishers can expect of a hold. */
function afterHold(on: string): string {
  return t`Nothing was deleted. The store’s staff will look at it again by ${on}. Contact them if you believe that this is a mistake.`;
}
