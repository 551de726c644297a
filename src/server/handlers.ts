import {
  removeAntiFeature,
  removeAntiFeatureByStaff,
  setAntiFeature,
  setAntiFeatureByStaff,
} from './catalog/anti-features/change.ts';
import { listAntiFeatures } from './catalog/anti-features/list.ts';
import { listActionRequired } from './catalog/apps/action-required.ts';
import { checkApplicationId } from './catalog/apps/check-id.ts';
import { createApp } from './catalog/apps/create.ts';
import { countDailyDownloads } from './catalog/apps/daily-downloads.ts';
import { deleteApp } from './catalog/apps/delete.ts';
import { countDownloads } from './catalog/apps/downloads.ts';
import { findAppById } from './catalog/apps/find.ts';
import { getApp } from './catalog/apps/get.ts';
import { getRequirements } from './catalog/apps/get-requirements.ts';
import { listApps } from './catalog/apps/list.ts';
import { removeApp, restoreApp } from './catalog/apps/remove.ts';
import { setMarketplaceId } from './catalog/apps/set-marketplace-id.ts';
import { updateDetails } from './catalog/apps/update-details.ts';
import { countVersionDownloads } from './catalog/apps/version-downloads.ts';
import { republishApp, unpublishApp } from './catalog/apps/visibility.ts';
import { holdHandlers } from './catalog/holds/handlers.ts';
import { deleteGraphic, orderScreenshots } from './catalog/listings/change-graphics.ts';
import { approveListing, rejectListing } from './catalog/listings/decide.ts';
import { exportListing, getListing } from './catalog/listings/get.ts';
import { getListingReview, listWaitingListings } from './catalog/listings/list-waiting.ts';
import { listRecentChanges } from './catalog/listings/recent-changes.ts';
import { revertListingChange } from './catalog/listings/revert.ts';
import { deleteLocale, importListing, updateListing } from './catalog/listings/update.ts';
import { acceptInvitation, declineInvitation, getInvitation } from './catalog/members/accept.ts';
import { removeMember, revokeInvitation, setMemberRole } from './catalog/members/change.ts';
import { inviteMember } from './catalog/members/invite.ts';
import { getMembers } from './catalog/members/list.ts';
import { attachProvenance } from './catalog/provenance/attach.ts';
import { getProvenance } from './catalog/provenance/get.ts';
import { requireOrigin, requireOriginByStaff } from './catalog/provenance/set-policy.ts';
import { disputeHalt, resolveDispute } from './catalog/releases/dispute.ts';
import { getReleaseForDevice } from './catalog/releases/get-for-device.ts';
import { getReports } from './catalog/releases/get-reports.ts';
import { listReleases } from './catalog/releases/list.ts';
import { publishManually } from './catalog/releases/publish-manually.ts';
import { addReports, reportRelease } from './catalog/releases/report.ts';
import { republishVersion } from './catalog/releases/republish.ts';
import { rollBackRelease } from './catalog/releases/roll-back.ts';
import { completeRelease, haltRelease, resumeRelease, setRollout } from './catalog/releases/rollout.ts';
import { scheduleRelease } from './catalog/releases/schedule.ts';
import { setHaltRule } from './catalog/releases/set-halt-rule.ts';
import { unpublishVersion } from './catalog/releases/unpublish.ts';
import { countReviewActivity } from './catalog/reviews/activity.ts';
import { applyListing } from './catalog/reviews/apply-listing.ts';
import { approveReview } from './catalog/reviews/approve.ts';
import { claimReview } from './catalog/reviews/claim.ts';
import { claimSeveralReviews } from './catalog/reviews/claim-several.ts';
import { addComment } from './catalog/reviews/comment.ts';
import { compareVersion } from './catalog/reviews/compare.ts';
import { getReview } from './catalog/reviews/get.ts';
import { getReviewIcons } from './catalog/reviews/icons.ts';
import { getNeighbors } from './catalog/reviews/neighbors.ts';
import { listQueue } from './catalog/reviews/queue.ts';
import { getQueueSummary } from './catalog/reviews/queue-summary.ts';
import { rejectReview } from './catalog/reviews/reject.ts';
import { submitVersion } from './catalog/reviews/submit.ts';
import { getThread } from './catalog/reviews/thread.ts';
import { unclaimReview } from './catalog/reviews/unclaim.ts';
import { getWaitingTimes } from './catalog/reviews/waiting-times.ts';
import { withdrawVersion } from './catalog/reviews/withdraw.ts';
import { createVersion } from './catalog/uploads/create.ts';
import { deleteVersion } from './catalog/versions/delete.ts';
import { getVersion } from './catalog/versions/get.ts';
import { getFileLink } from './catalog/versions/get-file-link.ts';
import { getReceipt } from './catalog/versions/get-receipt.ts';
import { getVersionHistory } from './catalog/versions/history.ts';
import { listAppVersions } from './catalog/versions/list.ts';
import { markVulnerable, unmarkVulnerable } from './catalog/versions/mark-vulnerable.ts';
import { removeVersion, restoreVersion } from './catalog/versions/remove.ts';
import { announce } from './delivery/announcements/announce.ts';
import { countAudience } from './delivery/announcements/count-audience.ts';
import { listAnnouncements } from './delivery/announcements/list.ts';
import { stopAnnouncement } from './delivery/announcements/stop.ts';
import { deleteNotification, markRead } from './delivery/notifications/change.ts';
import { countUnread } from './delivery/notifications/count-unread.ts';
import { listNotifications } from './delivery/notifications/list.ts';
import { markAllRead } from './delivery/notifications/mark-all-read.ts';
import { getPreferences, resumeEmail, updatePreferences } from './delivery/notifications/preferences.ts';
import { sendUpdate } from './delivery/notifications/send-update.ts';
import { getPublicKey } from './delivery/push/public-key.ts';
import { subscribe, unsubscribe } from './delivery/push/subscribe.ts';
import { createWebhook } from './delivery/webhooks/create.ts';
import { deleteWebhook } from './delivery/webhooks/delete.ts';
import { listDeliveries } from './delivery/webhooks/deliveries.ts';
import { listWebhooks } from './delivery/webhooks/list.ts';
import { replayDelivery } from './delivery/webhooks/replay.ts';
import { resumeWebhook } from './delivery/webhooks/resume.ts';
import { sendTestEvent } from './delivery/webhooks/send-test.ts';
import { getRepository } from './feeds/repository.ts';
import type { Handlers } from './http/run-call.ts';
import { deviceAuthorizationHandlers } from './identity/device-authorizations/handlers.ts';
import { listSessions } from './identity/sessions/list.ts';
import { reauthenticate } from './identity/sessions/reauthenticate.ts';
import { revokeOtherSessions, revokeSession } from './identity/sessions/revoke.ts';
import { createFirstAdmin } from './identity/setup/create-first-admin.ts';
import { tokenHandlers } from './identity/tokens/handlers.ts';
import { trustedPublisherHandlers } from './identity/trusted-publishers/handlers.ts';
import { getOverview } from './overview.ts';
import { deleteAccount } from './people/account/delete.ts';
import { getExport, requestExport } from './people/account/exports.ts';
import { previewAccountDeletion } from './people/account/preview-deletion.ts';
import { revokeAfterReset } from './people/account/revoke-after-reset.ts';
import { getChain } from './people/audit/get-chain.ts';
import { listAuditEvents } from './people/audit/list.ts';
import { removeAvatar } from './people/avatars/remove.ts';
import { getQuotas, getUsage, setQuotas } from './people/quotas/calls.ts';
import { createReaderToken, listReaderTokens, revokeReaderToken } from './people/readers/handlers.ts';
import { getSettings } from './people/settings/get.ts';
import { setLogo } from './people/settings/logo.ts';
import { restoreLogo } from './people/settings/restore-logo.ts';
import { retryJob } from './people/settings/retry-job.ts';
import { updateSettings } from './people/settings/update.ts';
import { getChecklist } from './people/setup/checklist.ts';
import { confirmStep } from './people/setup/confirm.ts';
import { sendTestEmail } from './people/setup/send-test-email.ts';
import { testStorage } from './people/setup/test-storage.ts';
import { askToPublish } from './people/users/ask-to-publish.ts';
import { completeOnboarding } from './people/users/complete-onboarding.ts';
import { decidePublishing } from './people/users/decide-publishing.ts';
import { listUsers } from './people/users/list.ts';
import { getMe } from './people/users/me.ts';
import { setRole } from './people/users/set-role.ts';
import { setVerified } from './people/users/set-verified.ts';
import { suspendUser } from './people/users/suspend.ts';
import { updateProfile } from './people/users/update-profile.ts';

/**
 * Creates the handlers of all calls. A contract without a handler, or a handler without a contract, does not
 * compile.
 */
export function createHandlers() {
  return {
    'account.delete': deleteAccount,
    'account.getExport': getExport,
    'account.previewDeletion': previewAccountDeletion,
    'account.requestExport': requestExport,
    'account.revokeAfterReset': revokeAfterReset,
    'account.usage': getUsage,
    'announcements.countAudience': countAudience,
    'announcements.list': listAnnouncements,
    'announcements.stop': stopAnnouncement,
    'admin.overview': getOverview,
    'admin.retryJob': retryJob,
    'apps.create': createApp,
    'apps.checkId': checkApplicationId,
    'apps.dailyDownloads': countDailyDownloads,
    'apps.downloads': countDownloads,
    'apps.delete': deleteApp,
    'apps.deleteGraphic': deleteGraphic,
    'apps.deleteLocale': deleteLocale,
    'apps.exportListing': exportListing,
    'apps.get': getApp,
    'apps.getListing': getListing,
    'apps.applyListing': applyListing,
    'apps.importListing': importListing,
    'apps.orderScreenshots': orderScreenshots,
    'apps.updateListing': updateListing,
    'apps.find': findAppById,
    'apps.getRequirements': getRequirements,
    'apps.actionRequired': listActionRequired,
    'apps.list': listApps,
    'apps.remove': removeApp,
    'apps.republish': republishApp,
    'apps.restore': restoreApp,
    'apps.setMarketplaceId': setMarketplaceId,
    'apps.unpublish': unpublishApp,
    'apps.updateDetails': updateDetails,
    'antiFeatures.list': listAntiFeatures,
    'antiFeatures.remove': removeAntiFeature,
    'antiFeatures.removeByStaff': removeAntiFeatureByStaff,
    'antiFeatures.set': setAntiFeature,
    'antiFeatures.setByStaff': setAntiFeatureByStaff,
    'apps.versionDownloads': countVersionDownloads,
    'audit.getChain': getChain,
    'audit.list': listAuditEvents,
    'listings.approve': approveListing,
    'listings.getReview': getListingReview,
    'listings.recentChanges': listRecentChanges,
    'listings.reject': rejectListing,
    'listings.revert': revertListingChange,
    'listings.waiting': listWaitingListings,
    'members.accept': acceptInvitation,
    'members.decline': declineInvitation,
    'members.getInvitation': getInvitation,
    'members.invite': inviteMember,
    'members.list': getMembers,
    'members.remove': removeMember,
    'members.revokeInvitation': revokeInvitation,
    'members.setRole': setMemberRole,
    'notifications.announce': announce,
    'notifications.countUnread': countUnread,
    'notifications.delete': deleteNotification,
    'notifications.getPreferences': getPreferences,
    'notifications.list': listNotifications,
    'notifications.markAllRead': markAllRead,
    'notifications.markRead': markRead,
    'notifications.resumeEmail': resumeEmail,
    'notifications.sendUpdate': sendUpdate,
    'notifications.updatePreferences': updatePreferences,
    'provenance.attach': attachProvenance,
    'provenance.get': getProvenance,
    'provenance.require': requireOrigin,
    'provenance.requireByStaff': requireOriginByStaff,
    'push.publicKey': getPublicKey,
    'push.subscribe': subscribe,
    'push.unsubscribe': unsubscribe,
    'releases.complete': completeRelease,
    'releases.addReports': addReports,
    'releases.disputeHalt': disputeHalt,
    'releases.resolveDispute': resolveDispute,
    'releases.getForDevice': getReleaseForDevice,
    'releases.getReports': getReports,
    'releases.report': reportRelease,
    'releases.setHaltRule': setHaltRule,
    'releases.halt': haltRelease,
    'releases.list': listReleases,
    'releases.publish': publishManually,
    'releases.resume': resumeRelease,
    'releases.rollBack': rollBackRelease,
    'releases.schedule': scheduleRelease,
    'releases.setRollout': setRollout,
    'reviews.activity': countReviewActivity,
    'reviews.approve': approveReview,
    'reviews.claim': claimReview,
    'reviews.claimSeveral': claimSeveralReviews,
    'reviews.comment': addComment,
    'reviews.get': getReview,
    'reviews.icons': getReviewIcons,
    'reviews.neighbors': getNeighbors,
    'reviews.queue': listQueue,
    'reviews.queueSummary': getQueueSummary,
    'reviews.reject': rejectReview,
    'sessions.list': listSessions,
    'sessions.revoke': revokeSession,
    'sessions.revokeOthers': revokeOtherSessions,
    'sessions.reauthenticate': reauthenticate,
    'reviews.thread': getThread,
    'reviews.unclaim': unclaimReview,
    'reviews.waitingTimes': getWaitingTimes,
    'readers.create': createReaderToken,
    'readers.list': listReaderTokens,
    'readers.revoke': revokeReaderToken,
    'settings.get': getSettings,
    'settings.getRepository': getRepository,
    'settings.restoreLogo': restoreLogo,
    'settings.setLogo': setLogo,
    'settings.update': updateSettings,
    'setup.confirm': confirmStep,
    'setup.createFirstAdmin': createFirstAdmin,
    'setup.getChecklist': getChecklist,
    'setup.sendTestEmail': sendTestEmail,
    'setup.testStorage': testStorage,
    ...holdHandlers,
    ...tokenHandlers,
    ...deviceAuthorizationHandlers,
    ...trustedPublisherHandlers,
    'users.askToPublish': askToPublish,
    'users.completeOnboarding': completeOnboarding,
    'users.decidePublishing': decidePublishing,
    'users.getQuotas': getQuotas,
    'users.list': listUsers,
    'users.me': getMe,
    'users.removeAvatar': removeAvatar,
    'users.setQuotas': setQuotas,
    'users.setRole': setRole,
    'users.setVerified': setVerified,
    'users.suspend': suspendUser,
    'users.updateProfile': updateProfile,
    'versions.compare': compareVersion,
    'versions.create': createVersion,
    'versions.delete': deleteVersion,
    'versions.get': getVersion,
    'versions.list': listAppVersions,
    'versions.getFileLink': getFileLink,
    'versions.getReceipt': getReceipt,
    'versions.history': getVersionHistory,
    'versions.markVulnerable': markVulnerable,
    'versions.remove': removeVersion,
    'versions.unmarkVulnerable': unmarkVulnerable,
    'versions.republish': republishVersion,
    'versions.restore': restoreVersion,
    'versions.submit': submitVersion,
    'versions.unpublish': unpublishVersion,
    'versions.withdraw': withdrawVersion,
    'webhooks.create': createWebhook,
    'webhooks.delete': deleteWebhook,
    'webhooks.deliveries': listDeliveries,
    'webhooks.list': listWebhooks,
    'webhooks.replay': replayDelivery,
    'webhooks.sendTest': sendTestEvent,
    'webhooks.resume': resumeWebhook,
  } satisfies Handlers;
}
