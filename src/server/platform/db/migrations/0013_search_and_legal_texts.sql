CREATE TABLE "listed_texts" (
	"app_id" text NOT NULL,
	"locale" text NOT NULL,
	"language" text NOT NULL,
	"is_default" boolean NOT NULL,
	"names" text NOT NULL,
	"brief_words" "tsvector" NOT NULL,
	"words" "tsvector" NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "listed_texts_app_id_locale_pk" PRIMARY KEY("app_id","locale")
);
--> statement-breakpoint
CREATE TABLE "legal_texts" (
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"position" integer NOT NULL,
	"markdown" text NOT NULL,
	"html" text,
	CONSTRAINT "legal_texts_kind_language_pk" PRIMARY KEY("kind","language"),
	CONSTRAINT "legal_texts_kind" CHECK ("legal_texts"."kind" in ('terms', 'imprint', 'privacy'))
);
--> statement-breakpoint
ALTER TABLE "store_setup" ADD COLUMN "terms_version" text DEFAULT '1' NOT NULL;--> statement-breakpoint
ALTER TABLE "store_setup" ADD COLUMN "legal_revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "listed_texts_names" ON "listed_texts" USING gin ("names" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "listed_texts_words" ON "listed_texts" USING gin ("words");--> statement-breakpoint
-- Terms of the store's own become the English ones.
INSERT INTO "legal_texts" ("kind", "language", "position", "markdown")
SELECT 'terms', 'en', 0, "data"->'terms'->>'text'
FROM "store_settings"
WHERE "data"->'terms'->>'text' <> 'Only publish what you have the right to publish. Describe your app truthfully. The store inspects every version before people can install it, and may remove an app that harms them. If it does, it tells you why.';--> statement-breakpoint
INSERT INTO "store_setup" ("id", "terms_version")
SELECT 1, "data"->'terms'->>'version' FROM "store_settings" WHERE "data"->'terms'->>'version' IS NOT NULL
ON CONFLICT ("id") DO UPDATE SET "terms_version" = excluded."terms_version";
