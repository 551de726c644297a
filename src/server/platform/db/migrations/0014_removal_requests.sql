CREATE TABLE "app_removal_requests" (
	"app_id" text PRIMARY KEY NOT NULL,
	"requested_by_uid" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"is_with_account" boolean DEFAULT false NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"remove_at" timestamp (3) with time zone NOT NULL,
	"ground" text,
	"decline_reason" text,
	"declined_at" timestamp (3) with time zone,
	CONSTRAINT "app_removal_requests_state" CHECK ("app_removal_requests"."state" in ('pending', 'declined')),
	CONSTRAINT "app_removal_requests_ground" CHECK ("app_removal_requests"."ground" in ('law', 'case'))
);
--> statement-breakpoint
CREATE TABLE "account_deletion_requests" (
	"uid" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"delete_at" timestamp (3) with time zone NOT NULL,
	"ground" text,
	"decline_reason" text,
	"declined_at" timestamp (3) with time zone,
	CONSTRAINT "account_deletion_requests_state" CHECK ("account_deletion_requests"."state" in ('pending', 'declined')),
	CONSTRAINT "account_deletion_requests_ground" CHECK ("account_deletion_requests"."ground" in ('law', 'case'))
);
--> statement-breakpoint
ALTER TABLE "app_removal_requests" ADD CONSTRAINT "app_removal_requests_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_deletion_requests" ADD CONSTRAINT "account_deletion_requests_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_removal_requests_due" ON "app_removal_requests" USING btree ("remove_at","app_id") WHERE "app_removal_requests"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "account_deletion_requests_due" ON "account_deletion_requests" USING btree ("delete_at","uid") WHERE "account_deletion_requests"."state" = 'pending';