-- Second step of 0007_listed_apps
DROP INDEX CONCURRENTLY "feed_apps_listed";--> statement-breakpoint
DROP INDEX CONCURRENTLY "feed_apps_category";--> statement-breakpoint
-- The rows of iOS apps, which had no text.
DELETE FROM "feed_apps" WHERE "text" IS NULL AND "problems" = '[]' AND ctid >= $1 AND ctid < $2;--> statement-breakpoint
ALTER TABLE "feed_apps" DROP COLUMN "listed";--> statement-breakpoint
ALTER TABLE "feed_apps" DROP COLUMN "listed_at";--> statement-breakpoint
ALTER TABLE "feed_apps" DROP COLUMN "listed_version_id";
