import type { Handlers } from '../identity/handler.ts';
import {
  removeAntiFeature,
  removeAntiFeatureByStaff,
  setAntiFeature,
  setAntiFeatureByStaff,
} from './anti-features/change.ts';
import { listAntiFeatures } from './anti-features/list.ts';
import { listActionRequired } from './apps/action-required.ts';
import { checkApplicationId } from './apps/check-id.ts';
import { createApp } from './apps/create.ts';
import { countDailyDownloads } from './apps/daily-downloads.ts';
import { deleteApp } from './apps/delete.ts';
import { countDownloads } from './apps/downloads.ts';
import { findAppById } from './apps/find.ts';
import { getApp } from './apps/get.ts';
import { getRequirements } from './apps/get-requirements.ts';
import { listApps } from './apps/list.ts';
import { removeApp, restoreApp } from './apps/remove.ts';
import { setMarketplaceId } from './apps/set-marketplace-id.ts';
import { countVersionDownloads } from './apps/version-downloads.ts';
import { republishApp, unpublishApp } from './apps/visibility.ts';
import { holdHandlers } from './holds/handlers.ts';
import { deleteGraphic, orderScreenshots } from './listings/change-graphics.ts';
import { approveListing, rejectListing } from './listings/decide.ts';
import { discardListingChanges } from './listings/discard.ts';
import { exportListing, getListing } from './listings/get.ts';
import { getListingHistory } from './listings/history.ts';
import { getListingReview, listWaitingListings } from './listings/list-waiting.ts';
import { publishChangesOfListing } from './listings/publish-changes.ts';
import { listRecentChanges } from './listings/recent-changes.ts';
import { revertListingChange } from './listings/revert.ts';
import { deleteLocale, importListing, updateListing } from './listings/update.ts';
import { updateDetails } from './listings/update-details.ts';
import { dismissLookalike } from './lookalikes/dismiss.ts';
import { getLookalikes } from './lookalikes/get.ts';
import { acceptInvitation, declineInvitation, getInvitation } from './members/accept.ts';
import { removeMember, revokeInvitation, setMemberRole } from './members/change.ts';
import { inviteMember } from './members/invite.ts';
import { getMembers } from './members/list.ts';
import { attachProvenance } from './provenance/attach.ts';
import { getProvenance } from './provenance/get.ts';
import { requireOrigin, requireOriginByStaff } from './provenance/set-policy.ts';
import { disputeHalt, resolveDispute } from './releases/dispute.ts';
import { getReleaseForDevice } from './releases/get-for-device.ts';
import { getReports } from './releases/get-reports.ts';
import { listReleases } from './releases/list.ts';
import { publishManually } from './releases/publish-manually.ts';
import { addReports, reportRelease } from './releases/report.ts';
import { republishVersion } from './releases/republish.ts';
import { rollBackRelease } from './releases/roll-back.ts';
import { completeRelease, haltRelease, resumeRelease, setRollout } from './releases/rollout.ts';
import { scheduleRelease } from './releases/schedule.ts';
import { setHaltRule } from './releases/set-halt-rule.ts';
import { unpublishVersion } from './releases/unpublish.ts';
import { declineDeletion, requestDeletion, withdrawDeletion } from './removals/account-requests.ts';
import { carryOutRemoval, declineRemoval, requestRemoval, withdrawRemoval } from './removals/app-requests.ts';
import { carryOutDeletion } from './removals/carry-out.ts';
import { deleteAccount } from './removals/delete-account.ts';
import { listRemovalRequests } from './removals/list.ts';
import { countReviewActivity } from './reviews/activity.ts';
import { applyListing } from './reviews/apply-listing.ts';
import { approveReview } from './reviews/approve.ts';
import { decideSeveralReviews, getBulkFacts } from './reviews/bulk.ts';
import { claimReview } from './reviews/claim.ts';
import { claimSeveralReviews } from './reviews/claim-several.ts';
import { addComment } from './reviews/comment.ts';
import { compareVersion } from './reviews/compare.ts';
import { getReview } from './reviews/get.ts';
import { getTestCredentials } from './reviews/get-test-credentials.ts';
import { getReviewIcons } from './reviews/icons.ts';
import { getNeighbors } from './reviews/neighbors.ts';
import { listQueue } from './reviews/queue.ts';
import { getQueueSummary } from './reviews/queue-summary.ts';
import { rejectReview } from './reviews/reject.ts';
import { submitVersion } from './reviews/submit.ts';
import { getThread } from './reviews/thread.ts';
import { unclaimReview } from './reviews/unclaim.ts';
import { undoDecision } from './reviews/undo.ts';
import { getWaitingTimes } from './reviews/waiting-times.ts';
import { withdrawVersion } from './reviews/withdraw.ts';
import { createVersion } from './uploads/create.ts';
import { deleteVersion } from './versions/delete.ts';
import { getVersion } from './versions/get.ts';
import { getFileLink } from './versions/get-file-link.ts';
import { getReceipt } from './versions/get-receipt.ts';
import { getVersionHistory } from './versions/history.ts';
import { listAppVersions } from './versions/list.ts';
import { markVulnerable, unmarkVulnerable } from './versions/mark-vulnerable.ts';
import { removeVersion, restoreVersion } from './versions/remove.ts';
import { getSubmissionDraft, saveSubmissionDraft } from './versions/submission-draft.ts';

/** The handlers of calls about apps, their listings, members, versions, releases and reviews. */
export const catalogHandlers = {
  ...holdHandlers,
  'account.delete': deleteAccount,
  'account.requestDeletion': requestDeletion,
  'account.withdrawDeletion': withdrawDeletion,
  'admin.removalRequests': listRemovalRequests,
  'antiFeatures.list': listAntiFeatures,
  'antiFeatures.remove': removeAntiFeature,
  'antiFeatures.removeByStaff': removeAntiFeatureByStaff,
  'antiFeatures.set': setAntiFeature,
  'antiFeatures.setByStaff': setAntiFeatureByStaff,
  'apps.actionRequired': listActionRequired,
  'apps.applyListing': applyListing,
  'apps.carryOutRemoval': carryOutRemoval,
  'apps.checkId': checkApplicationId,
  'apps.create': createApp,
  'apps.dailyDownloads': countDailyDownloads,
  'apps.declineRemoval': declineRemoval,
  'apps.delete': deleteApp,
  'apps.deleteGraphic': deleteGraphic,
  'apps.deleteLocale': deleteLocale,
  'apps.discardListingChanges': discardListingChanges,
  'apps.downloads': countDownloads,
  'apps.exportListing': exportListing,
  'apps.find': findAppById,
  'apps.get': getApp,
  'apps.getListing': getListing,
  'apps.getLookalikes': getLookalikes,
  'apps.getRequirements': getRequirements,
  'apps.importListing': importListing,
  'apps.list': listApps,
  'apps.listingHistory': getListingHistory,
  'apps.orderScreenshots': orderScreenshots,
  'apps.publishListing': publishChangesOfListing,
  'apps.remove': removeApp,
  'apps.republish': republishApp,
  'apps.requestRemoval': requestRemoval,
  'apps.restore': restoreApp,
  'apps.setMarketplaceId': setMarketplaceId,
  'apps.unpublish': unpublishApp,
  'apps.updateDetails': updateDetails,
  'apps.updateListing': updateListing,
  'apps.versionDownloads': countVersionDownloads,
  'apps.withdrawRemoval': withdrawRemoval,
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
  'provenance.attach': attachProvenance,
  'provenance.get': getProvenance,
  'provenance.require': requireOrigin,
  'provenance.requireByStaff': requireOriginByStaff,
  'releases.addReports': addReports,
  'releases.complete': completeRelease,
  'releases.disputeHalt': disputeHalt,
  'releases.getForDevice': getReleaseForDevice,
  'releases.getReports': getReports,
  'releases.halt': haltRelease,
  'releases.list': listReleases,
  'releases.publish': publishManually,
  'releases.report': reportRelease,
  'releases.resolveDispute': resolveDispute,
  'releases.resume': resumeRelease,
  'releases.rollBack': rollBackRelease,
  'releases.schedule': scheduleRelease,
  'releases.setHaltRule': setHaltRule,
  'releases.setRollout': setRollout,
  'reviews.activity': countReviewActivity,
  'reviews.approve': approveReview,
  'reviews.claim': claimReview,
  'reviews.claimSeveral': claimSeveralReviews,
  'reviews.decideSeveral': decideSeveralReviews,
  'reviews.getBulkFacts': getBulkFacts,
  'reviews.comment': addComment,
  'reviews.get': getReview,
  'reviews.icons': getReviewIcons,
  'reviews.neighbors': getNeighbors,
  'reviews.queue': listQueue,
  'reviews.queueSummary': getQueueSummary,
  'reviews.reject': rejectReview,
  'reviews.thread': getThread,
  'reviews.dismissLookalike': dismissLookalike,
  'reviews.unclaim': unclaimReview,
  'reviews.undo': undoDecision,
  'reviews.waitingTimes': getWaitingTimes,
  'users.carryOutDeletion': carryOutDeletion,
  'users.declineDeletion': declineDeletion,
  'versions.compare': compareVersion,
  'versions.create': createVersion,
  'versions.delete': deleteVersion,
  'versions.get': getVersion,
  'versions.getFileLink': getFileLink,
  'versions.getReceipt': getReceipt,
  'versions.history': getVersionHistory,
  'versions.list': listAppVersions,
  'versions.markVulnerable': markVulnerable,
  'versions.remove': removeVersion,
  'versions.republish': republishVersion,
  'versions.restore': restoreVersion,
  'versions.submit': submitVersion,
  'versions.unmarkVulnerable': unmarkVulnerable,
  'versions.unpublish': unpublishVersion,
  'versions.getSubmissionDraft': getSubmissionDraft,
  'versions.saveSubmissionDraft': saveSubmissionDraft,
  'reviews.getTestCredentials': getTestCredentials,
  'versions.withdraw': withdrawVersion,
} satisfies Partial<Handlers>;
