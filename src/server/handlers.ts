import { deleteAccount } from './account/delete.ts';
import { previewAccountDeletion } from './account/preview-deletion.ts';
import { getOverview } from './admin/overview.ts';
import { announce } from './announcements/announce.ts';
import { countAudience } from './announcements/count-audience.ts';
import { getAnnouncement } from './announcements/get.ts';
import { listAnnouncements } from './announcements/list.ts';
import { stopAnnouncement } from './announcements/stop.ts';
import { checkApplicationId } from './apps/check-id.ts';
import { createApp } from './apps/create.ts';
import { deleteApp } from './apps/delete.ts';
import { countDownloads } from './apps/downloads.ts';
import { getApp } from './apps/get.ts';
import { getRequirements } from './apps/get-requirements.ts';
import { listApps } from './apps/list.ts';
import { republishApp, unpublishApp } from './apps/publicity.ts';
import { removeApp, restoreApp } from './apps/remove.ts';
import { updateDetails } from './apps/update-details.ts';
import { countVersionDownloads } from './apps/version-downloads.ts';
import { listAuditEvents } from './audit/list.ts';
import type { Identity } from './auth/identity.ts';
import { removeAvatar } from './avatars/remove.ts';
import type { Handlers } from './callable.ts';
import { deleteGraphic, orderScreenshots } from './listings/change-graphics.ts';
import { exportListing, getListing } from './listings/get.ts';
import { deleteLocale, importListing, updateListing } from './listings/update.ts';
import { acceptInvitation, declineInvitation, getInvitation } from './members/accept.ts';
import { removeMember, revokeInvitation, setMemberRole } from './members/change.ts';
import { inviteMember } from './members/invite.ts';
import { getMembers } from './members/list.ts';
import { deleteNotification, markAllRead, markRead } from './notifications/change.ts';
import { countUnread } from './notifications/count-unread.ts';
import { listNotifications } from './notifications/list.ts';
import { getPreferences, resumeEmail, updatePreferences } from './notifications/preferences.ts';
import { sendUpdate } from './notifications/send-update.ts';
import { getPublicKey } from './push/public-key.ts';
import { subscribe, unsubscribe } from './push/subscribe.ts';
import { listReleases } from './releases/list.ts';
import { offerRelease } from './releases/offer.ts';
import { publishByHand } from './releases/publish-by-hand.ts';
import { rollBackRelease } from './releases/roll-back.ts';
import { completeRelease, haltRelease, resumeRelease, setRollout } from './releases/rollout.ts';
import { scheduleRelease } from './releases/schedule.ts';
import { approveReview } from './reviews/approve.ts';
import { claimReview } from './reviews/claim.ts';
import { addComment } from './reviews/comment.ts';
import { getReview } from './reviews/get.ts';
import { listQueue } from './reviews/queue.ts';
import { rejectReview } from './reviews/reject.ts';
import { releaseReview } from './reviews/release.ts';
import { getThread } from './reviews/thread.ts';
import { getWaitingTimes } from './reviews/waiting-times.ts';
import { listSessions } from './sessions/list.ts';
import { revokeOtherSessions, revokeSession } from './sessions/revoke.ts';
import { stepUp } from './sessions/step-up.ts';
import { getSettings } from './settings/get.ts';
import { updateSettings } from './settings/update.ts';
import { createFirstAdmin } from './setup/create-first-admin.ts';
import { createToken } from './tokens/create.ts';
import { listTokens } from './tokens/list.ts';
import { revokeAllTokens, revokeToken } from './tokens/revoke.ts';
import { askToPublish } from './users/ask-to-publish.ts';
import { completeOnboarding } from './users/complete-onboarding.ts';
import { decidePublishing } from './users/decide-publishing.ts';
import { listUsers } from './users/list.ts';
import { getMe } from './users/me.ts';
import { setRole } from './users/set-role.ts';
import { setVerified } from './users/set-verified.ts';
import { suspendUser } from './users/suspend.ts';
import { updateProfile } from './users/update-profile.ts';
import { compareVersion } from './versions/compare.ts';
import { createVersion } from './versions/create.ts';
import { deleteVersion } from './versions/delete.ts';
import { getVersion } from './versions/get.ts';
import { getFileLink } from './versions/get-file-link.ts';
import { getVersionHistory } from './versions/history.ts';
import { removeVersion, restoreVersion } from './versions/remove.ts';
import { republishVersion } from './versions/republish.ts';
import { submitVersion } from './versions/submit.ts';
import { unpublishVersion } from './versions/unpublish.ts';
import { withdrawVersion } from './versions/withdraw.ts';
import { createWebhook } from './webhooks/create.ts';
import { deleteWebhook } from './webhooks/delete.ts';
import { listDeliveries } from './webhooks/deliveries.ts';
import { listWebhooks } from './webhooks/list.ts';
import { replayDelivery } from './webhooks/replay.ts';

/** The handler of every call; a contract without one, or one without a contract, does not compile. */
export function createHandlers(identity: Identity) {
  return {
    'account.delete': deleteAccount,
    'account.previewDeletion': previewAccountDeletion,
    'announcements.countAudience': countAudience,
    'announcements.get': getAnnouncement,
    'announcements.list': listAnnouncements,
    'announcements.stop': stopAnnouncement,
    'admin.overview': getOverview,
    'apps.create': createApp,
    'apps.checkId': checkApplicationId,
    'apps.downloads': countDownloads,
    'apps.delete': deleteApp,
    'apps.deleteGraphic': deleteGraphic,
    'apps.deleteLocale': deleteLocale,
    'apps.exportListing': exportListing,
    'apps.get': getApp,
    'apps.getListing': getListing,
    'apps.importListing': importListing,
    'apps.orderScreenshots': orderScreenshots,
    'apps.updateListing': updateListing,
    'apps.getRequirements': getRequirements,
    'apps.list': listApps,
    'apps.remove': removeApp,
    'apps.republish': republishApp,
    'apps.restore': restoreApp,
    'apps.unpublish': unpublishApp,
    'apps.updateDetails': updateDetails,
    'apps.versionDownloads': countVersionDownloads,
    'audit.list': listAuditEvents,
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
    'push.publicKey': getPublicKey,
    'push.subscribe': subscribe,
    'push.unsubscribe': unsubscribe,
    'releases.complete': completeRelease,
    'releases.halt': haltRelease,
    'releases.list': listReleases,
    'releases.offer': offerRelease,
    'releases.publish': publishByHand,
    'releases.resume': resumeRelease,
    'releases.rollBack': rollBackRelease,
    'releases.schedule': scheduleRelease,
    'releases.setRollout': setRollout,
    'reviews.approve': approveReview,
    'reviews.claim': claimReview,
    'reviews.comment': addComment,
    'reviews.get': getReview,
    'reviews.queue': listQueue,
    'reviews.reject': rejectReview,
    'sessions.list': listSessions,
    'sessions.revoke': revokeSession,
    'sessions.revokeOthers': revokeOtherSessions,
    'sessions.stepUp': stepUp,
    'reviews.release': releaseReview,
    'reviews.thread': getThread,
    'reviews.waitingTimes': getWaitingTimes,
    'settings.get': getSettings,
    'settings.update': updateSettings,
    'setup.createFirstAdmin': createFirstAdmin(identity),
    'tokens.create': createToken,
    'tokens.list': listTokens,
    'tokens.revoke': revokeToken,
    'tokens.revokeAll': revokeAllTokens,
    'users.askToPublish': askToPublish,
    'users.completeOnboarding': completeOnboarding,
    'users.decidePublishing': decidePublishing,
    'users.list': listUsers,
    'users.me': getMe,
    'users.removeAvatar': removeAvatar,
    'users.setRole': setRole,
    'users.setVerified': setVerified,
    'users.suspend': suspendUser,
    'users.updateProfile': updateProfile,
    'versions.compare': compareVersion,
    'versions.create': createVersion,
    'versions.delete': deleteVersion,
    'versions.get': getVersion,
    'versions.getFileLink': getFileLink,
    'versions.history': getVersionHistory,
    'versions.remove': removeVersion,
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
  } satisfies Handlers;
}
