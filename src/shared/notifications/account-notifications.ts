import { DECLINE_GROUNDS, type DeclineGround } from '../account/notice.ts';
import { plural, t } from '../languages/translate.ts';
import { about, SECURITY, type WithReason } from './notification-record.ts';

/** Notifications about an account, its tokens and its role. */
export const ACCOUNT_NOTIFICATIONS = {
  /** `on` is the day of the deletion. */
  deletionRequested: about<{ readonly on: string; readonly apps: number }>({
    ...SECURITY,
    title: () => t`Your account will be deleted`,
    message: ({ on, apps }) =>
      apps === 0
        ? t`Your account will be deleted on ${on}, as you asked. Until then, you can keep it in your settings.`
        : plural(
            apps,
            {
              one: 'Your account will be deleted on {on}, as you asked, and # app will be removed. Until then, you can keep both in your settings.',
              other:
                'Your account will be deleted on {on}, as you asked, and # apps will be removed. Until then, you can keep all of it in your settings.',
            },
            { on },
          ),
  }),
  deletionWithdrawn: about<object>({
    ...SECURITY,
    title: () => t`Your account stays`,
    message: () => t`You withdrew the deletion of your account. Your account and your apps stay.`,
  }),
  deletionDeclined: about<WithReason & { readonly ground: DeclineGround }>({
    ...SECURITY,
    title: () => t`Account deletion declined`,
    message: ({ ground, reason }) =>
      t`Store staff declined the deletion of your account. ${DECLINE_GROUNDS[ground]}: ${reason}`,
  }),
  publishingApproved: about<{ readonly storeName: string }>({
    ...SECURITY,
    title: () => t`You can publish now`,
    message: ({ storeName }) => t`${storeName} approved your request to publish. Create your first app.`,
  }),
  requestDeclined: about<{ readonly storeName: string } & WithReason>({
    ...SECURITY,
    title: () => t`Your request to publish was declined`,
    message: ({ storeName, reason }) => t`${storeName} declined your request to publish: ${reason}`,
  }),
  nowAdmin: about<object>({
    ...SECURITY,
    title: () => t`You’re an admin now`,
    message: () => t`The operator of this store made your account an admin.`,
  }),
  leakedTokenRevoked: about<{ readonly token: string }>({
    ...SECURITY,
    title: () => t`A leaked API token was revoked`,
    message: ({ token }) =>
      t`Somebody found your API token “${token}” in public and reported it. Nobody can use it any more. Create a new one, and check what was done with it.`,
  }),
  tokenRevoked: about<{ readonly token: string } & WithReason>({
    ...SECURITY,
    title: () => t`An API token was revoked`,
    message: ({ token, reason }) => t`The store’s staff revoked your API token “${token}”: ${reason}`,
  }),
  tokenExpiresSoon: about<{ readonly token: string; readonly on: string }>({
    ...SECURITY,
    title: () => t`An API token expires soon`,
    message: ({ token, on }) =>
      t`Your API token “${token}” expires on ${on}. Create a new one before what uses it stops.`,
  }),
  emailConfirmed: about<object>({
    ...SECURITY,
    title: () => t`Your email is confirmed`,
    message: () =>
      t`Store staff confirmed the email of your account. You can use everything that needs a confirmed email now.`,
  }),
  passwordLinkCreated: about<object>({
    ...SECURITY,
    title: () => t`A link for a new password was created`,
    message: () =>
      t`Store staff created a link for setting a new password for your account, which works once. If you didn’t ask for it, ask them why.`,
  }),
  twoFactorTurnedOff: about<object>({
    ...SECURITY,
    title: () => t`Two-factor authentication was turned off`,
    message: () =>
      t`The operator of this store turned it off and signed you out everywhere. Set it up again in your settings.`,
  }),
};
