CREATE TABLE "submission_drafts" (
	"version_id" text PRIMARY KEY NOT NULL,
	"release_notes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reviewer_notes" text
);
--> statement-breakpoint
CREATE TABLE "test_credentials" (
	"version_id" text PRIMARY KEY NOT NULL,
	"encrypted_credentials" text,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "test_credentials_erased" CHECK (("test_credentials"."encrypted_credentials" is null) = ("test_credentials"."erased_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "submission_drafts" ADD CONSTRAINT "submission_drafts_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_credentials" ADD CONSTRAINT "test_credentials_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;