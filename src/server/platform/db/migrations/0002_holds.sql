CREATE TABLE "holds" (
	"id" text PRIMARY KEY NOT NULL,
	"decision_id" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"created_by_uid" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by_uid" text,
	"lift_reason" text,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"review_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "holds_subject" CHECK ("holds"."subject" in ('version', 'app', 'publisher')),
	CONSTRAINT "holds_kind" CHECK ("holds"."kind" in ('malware', 'impersonation', 'legal', 'security', 'other'))
);
--> statement-breakpoint
CREATE TABLE "package_blocks" (
	"id" text PRIMARY KEY NOT NULL,
	"decision_id" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"created_by_uid" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by_uid" text,
	"lift_reason" text,
	"by" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "package_blocks_by" CHECK ("package_blocks"."by" in ('certificate', 'file', 'library'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "holds_active" ON "holds" USING btree ("subject_id") WHERE "holds"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "holds_active_created" ON "holds" USING btree ("created_at","id") WHERE "holds"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "holds_lifted" ON "holds" USING btree ("lifted_at","id") WHERE "holds"."lifted_at" is not null;--> statement-breakpoint
CREATE INDEX "holds_subject_id" ON "holds" USING btree ("subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "package_blocks_active" ON "package_blocks" USING btree ("by","value") WHERE "package_blocks"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "package_blocks_active_created" ON "package_blocks" USING btree ("created_at","id") WHERE "package_blocks"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "package_blocks_lifted" ON "package_blocks" USING btree ("lifted_at","id") WHERE "package_blocks"."lifted_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "versions_signature" ON "versions" USING gin ("signature" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "versions_libraries" ON "versions" USING gin (("package"->'nativeLibraries') jsonb_path_ops);