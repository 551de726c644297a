CREATE TABLE "file_checks" (
	"key" text PRIMARY KEY NOT NULL,
	"sha256" text,
	"downloads" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"problem" text,
	"since" timestamp (3) with time zone,
	"notified_at" timestamp (3) with time zone,
	CONSTRAINT "file_checks_problem" CHECK ("file_checks"."problem" in ('damaged', 'missing')),
	CONSTRAINT "file_checks_since" CHECK (("file_checks"."problem" is null) = ("file_checks"."since" is null))
);
--> statement-breakpoint
CREATE INDEX "file_checks_order" ON "file_checks" USING btree ("checked_at" NULLS FIRST,"downloads" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "file_checks_problems" ON "file_checks" USING btree ("since","key") WHERE "file_checks"."problem" is not null;