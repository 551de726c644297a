-- Second step of 0000_initial
-- Indexes are joined from texts, not copied, so the lengths of earlier ones are no longer needed.
ALTER TABLE "feed_past_apps" DROP COLUMN "application_id";--> statement-breakpoint
ALTER TABLE "feed_past_apps" DROP COLUMN "v1_app_bytes";--> statement-breakpoint
ALTER TABLE "feed_past_apps" DROP COLUMN "v1_packages_bytes";