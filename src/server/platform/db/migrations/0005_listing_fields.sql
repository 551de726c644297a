-- Second step of 0000_initial
-- Servers declare the fields of listings; older ones need neither these constraints nor more of the defaults.
ALTER TABLE "listing_approvals" DROP CONSTRAINT "listing_approvals_field";--> statement-breakpoint
ALTER TABLE "listing_changes" DROP CONSTRAINT "listing_changes_field";--> statement-breakpoint
ALTER TABLE "listing_reviews" DROP CONSTRAINT "listing_reviews_field";--> statement-breakpoint
ALTER TABLE "apps" ALTER COLUMN "details" SET DEFAULT '{"defaultLocale": "en-US"}'::jsonb;--> statement-breakpoint
ALTER TABLE "apps" ALTER COLUMN "public_details" SET DEFAULT '{"defaultLocale": "en-US"}'::jsonb;