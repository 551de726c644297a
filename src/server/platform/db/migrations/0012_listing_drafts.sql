CREATE TABLE "rejected_listings" (
	"review_id" bigint PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"version_id" text NOT NULL,
	"fields" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "has_listing_drafts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_approvals" ADD COLUMN "submitted_by_uid" text;--> statement-breakpoint
ALTER TABLE "listing_changes" ADD COLUMN "approved_by_uid" text;--> statement-breakpoint
ALTER TABLE "listing_reviews" ADD COLUMN "submitted" jsonb;--> statement-breakpoint
ALTER TABLE "listing_reviews" ADD COLUMN "picture_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_reviews" ADD COLUMN "submitted_by_uid" text;--> statement-breakpoint
ALTER TABLE "rejected_listings" ADD CONSTRAINT "rejected_listings_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rejected_listings" ADD CONSTRAINT "rejected_listings_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rejected_listings_app" ON "rejected_listings" USING btree ("app_id","review_id");--> statement-breakpoint
CREATE INDEX "rejected_listings_version" ON "rejected_listings" USING btree ("version_id");--> statement-breakpoint
-- Every edit was submitted at once, so what waits is the draft.
UPDATE "listing_reviews" SET
  "submitted" = jsonb_build_object('value', CASE
    WHEN "listing_reviews"."field" = 'language' THEN to_jsonb(''::text)
    WHEN "listing_reviews"."field" = 'developerName' THEN to_jsonb(coalesce((
      SELECT u.developer_name FROM apps a JOIN users u ON u.uid = a.owner_uid WHERE a.id = "listing_reviews"."app_id"), ''))
    WHEN "listing_reviews"."locale" = '' THEN coalesce((
      SELECT a.details->"listing_reviews"."field" FROM apps a WHERE a.id = "listing_reviews"."app_id"), '""'::jsonb)
    WHEN "listing_reviews"."field" IN ('icon', 'featureGraphic') OR "listing_reviews"."field" LIKE '%Screenshots' THEN coalesce((
      SELECT jsonb_agg(jsonb_build_object('key', g.key, 'width', g.width, 'height', g.height, 'size', g.size) ORDER BY g.position)
      FROM app_graphics g WHERE g.app_id = "listing_reviews"."app_id" AND g.locale = "listing_reviews"."locale"
        AND g.kind = "listing_reviews"."field" AND g.is_draft), '[]'::jsonb)
    ELSE coalesce((
      SELECT l.texts->"listing_reviews"."field" FROM app_listings l
      WHERE l.app_id = "listing_reviews"."app_id" AND l.locale = "listing_reviews"."locale"), '""'::jsonb)
  END),
  "picture_keys" = ARRAY(
    SELECT DISTINCT g.key FROM app_graphics g WHERE g.app_id = "listing_reviews"."app_id"
      AND g.locale = "listing_reviews"."locale" AND g.kind = "listing_reviews"."field" AND g.is_draft)
WHERE "status" = 'waiting' AND "submitted" IS NULL AND ctid >= $1 AND ctid < $2;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "listing_changes_unapproved" ON "listing_changes" USING btree ("changed_at","id") WHERE "listing_changes"."approved_by_uid" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "listing_reviews_pictures" ON "listing_reviews" USING gin ("picture_keys");