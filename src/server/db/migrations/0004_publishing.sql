CREATE TABLE "app_graphics" (
	"id" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"locale" text NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"key" text NOT NULL,
	"sha256" text NOT NULL,
	"size" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by_uid" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "app_invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "app_listings" (
	"app_id" text NOT NULL,
	"locale" text NOT NULL,
	"texts" jsonb NOT NULL,
	"public_texts" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_by_uid" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_listings_app_id_locale_pk" PRIMARY KEY("app_id","locale")
);
--> statement-breakpoint
CREATE TABLE "app_members" (
	"app_id" text NOT NULL,
	"uid" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_members_app_id_uid_pk" PRIMARY KEY("app_id","uid")
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"version_id" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"track" text NOT NULL,
	"publication" text NOT NULL,
	"publish_at" timestamp (3) with time zone,
	"percentage" integer DEFAULT 100 NOT NULL,
	"halted_at" timestamp (3) with time zone,
	"rolled_back_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"version_id" text NOT NULL,
	"author_uid" text NOT NULL,
	"by_store" boolean NOT NULL,
	"is_internal" boolean NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "versions_queue";--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "removed_from" text;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "removal_reason" text;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "details" jsonb DEFAULT '{"defaultLocale":"en-US","category":"","tags":[],"contactEmail":"","website":"","privacyPolicy":"","sourceCode":"","issueTracker":"","license":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "details_revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "rejection_reasons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "policy_decision" jsonb;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "release_notes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "queued_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "versions" SET "queued_at" = "submitted_at" WHERE "submitted_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "claimed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "removal_reason" text;--> statement-breakpoint
ALTER TABLE "app_graphics" ADD CONSTRAINT "app_graphics_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_invitations" ADD CONSTRAINT "app_invitations_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_listings" ADD CONSTRAINT "app_listings_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_members" ADD CONSTRAINT "app_members_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_members" ADD CONSTRAINT "app_members_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_messages" ADD CONSTRAINT "review_messages_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_messages" ADD CONSTRAINT "review_messages_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_graphics_app" ON "app_graphics" USING btree ("app_id","locale","kind","position");--> statement-breakpoint
CREATE UNIQUE INDEX "app_invitations_email" ON "app_invitations" USING btree ("app_id","email");--> statement-breakpoint
CREATE INDEX "app_members_uid" ON "app_members" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "releases_app" ON "releases" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "review_messages_app" ON "review_messages" USING btree ("app_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_events_event" ON "audit_events" USING btree ("event","id");--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "versions_decided" ON "versions" USING btree ("decided_at") WHERE "versions"."decided_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "versions_code" ON "versions" USING btree ("app_id","version_code") WHERE "versions"."status" in ('submitted', 'in_review', 'approved', 'published', 'unpublished', 'removed');--> statement-breakpoint
CREATE INDEX "versions_queue" ON "versions" USING btree ("queued_at","id") WHERE "versions"."status" in ('submitted', 'in_review');