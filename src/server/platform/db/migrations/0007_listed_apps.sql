CREATE TABLE "listed_apps" (
	"app_id" text PRIMARY KEY NOT NULL,
	"application_id" text NOT NULL,
	"version_id" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"summary" text,
	"author_name" text,
	"locale" text NOT NULL,
	"icon" text,
	"version_name" text NOT NULL,
	"category" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "listed_apps_order" ON "listed_apps" USING btree ("application_id","app_id");--> statement-breakpoint
CREATE INDEX "listed_apps_newest" ON "listed_apps" USING btree ("published_at" DESC NULLS FIRST,"application_id");--> statement-breakpoint
CREATE INDEX "listed_apps_category" ON "listed_apps" USING btree ("category","published_at" DESC NULLS FIRST,"application_id");--> statement-breakpoint
-- The apps are listed at once, and not only after the first rebuild.
INSERT INTO "listed_apps"
	("app_id", "application_id", "version_id", "published_at", "name", "summary", "author_name", "locale", "icon", "version_name", "category")
SELECT "app_id", "application_id", "listed_version_id", "listed_at", "listed"->>'name', "listed"->>'summary',
	"listed"->>'authorName', "listed"->>'locale', "listed"->>'icon', "listed"->>'versionName', "category"
FROM "feed_apps"
WHERE "listed" IS NOT NULL AND "listed_at" IS NOT NULL AND "listed_version_id" IS NOT NULL;
