import type { Handlers } from '../identity/handler.ts';
import { getExport, requestExport } from './account/exports.ts';
import { previewAccountDeletion } from './account/preview-deletion.ts';
import { revokeAfterReset } from './account/revoke-after-reset.ts';
import { getChain } from './audit/get-chain.ts';
import { listAuditEvents } from './audit/list.ts';
import { removeAvatar } from './avatars/remove.ts';
import { getQuotas, getUsage, setQuotas } from './quotas/calls.ts';
import { createReaderToken, listReaderTokens, revokeReaderToken } from './readers/handlers.ts';
import { getSettings } from './settings/get.ts';
import { getLegalTexts, getTerms, setLegalTexts } from './settings/legal-texts.ts';
import { setLogo } from './settings/logo.ts';
import { getMail, setMail } from './settings/mail.ts';
import { restoreLogo } from './settings/restore-logo.ts';
import { retryJob } from './settings/retry-job.ts';
import { updateSettings } from './settings/update.ts';
import { getChecklist } from './setup/checklist.ts';
import { confirmStep } from './setup/confirm.ts';
import { sendTestEmail } from './setup/send-test-email.ts';
import { testStorage } from './setup/test-storage.ts';
import { confirmUserEmail, createPasswordLink } from './users/admin-help.ts';
import { askToPublish } from './users/ask-to-publish.ts';
import { completeOnboarding } from './users/complete-onboarding.ts';
import { decidePublishing } from './users/decide-publishing.ts';
import {
  acceptUserInvitation,
  getUserInvitation,
  inviteUser,
  listUserInvitations,
  revokeUserInvitation,
} from './users/invitations.ts';
import { listUsers } from './users/list.ts';
import { getMe } from './users/me.ts';
import { setRole } from './users/set-role.ts';
import { setVerified } from './users/set-verified.ts';
import { suspendUser } from './users/suspend.ts';
import { updateProfile } from './users/update-profile.ts';

/** The handlers of calls about accounts, the audit log, quotas, readers, settings and the set-up. */
export const peopleHandlers = {
  'account.getExport': getExport,
  'account.previewDeletion': previewAccountDeletion,
  'account.requestExport': requestExport,
  'account.revokeAfterReset': revokeAfterReset,
  'account.usage': getUsage,
  'admin.retryJob': retryJob,
  'audit.getChain': getChain,
  'audit.list': listAuditEvents,
  'readers.create': createReaderToken,
  'readers.list': listReaderTokens,
  'readers.revoke': revokeReaderToken,
  'settings.get': getSettings,
  'settings.getLegalTexts': getLegalTexts,
  'settings.getMail': getMail,
  'settings.getTerms': getTerms,
  'settings.restoreLogo': restoreLogo,
  'settings.setLegalTexts': setLegalTexts,
  'settings.setLogo': setLogo,
  'settings.setMail': setMail,
  'settings.update': updateSettings,
  'setup.confirm': confirmStep,
  'setup.getChecklist': getChecklist,
  'setup.sendTestEmail': sendTestEmail,
  'setup.testStorage': testStorage,
  'users.acceptInvitation': acceptUserInvitation,
  'users.askToPublish': askToPublish,
  'users.completeOnboarding': completeOnboarding,
  'users.confirmEmail': confirmUserEmail,
  'users.createPasswordLink': createPasswordLink,
  'users.decidePublishing': decidePublishing,
  'users.getInvitation': getUserInvitation,
  'users.getQuotas': getQuotas,
  'users.invite': inviteUser,
  'users.list': listUsers,
  'users.listInvitations': listUserInvitations,
  'users.me': getMe,
  'users.removeAvatar': removeAvatar,
  'users.revokeInvitation': revokeUserInvitation,
  'users.setQuotas': setQuotas,
  'users.setRole': setRole,
  'users.setVerified': setVerified,
  'users.suspend': suspendUser,
  'users.updateProfile': updateProfile,
} satisfies Partial<Handlers>;
