CREATE TABLE "app_marks" (
	"app_id" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"skeleton" text NOT NULL,
	"length" integer NOT NULL,
	"letters" bit(64) NOT NULL,
	"icon" bit(128),
	"is_live" boolean NOT NULL,
	CONSTRAINT "app_marks_app_id_kind_value_pk" PRIMARY KEY("app_id","kind","value"),
	CONSTRAINT "app_marks_kind" CHECK ("app_marks"."kind" in ('name', 'developer', 'id', 'icon'))
);
--> statement-breakpoint
CREATE TABLE "dismissed_lookalikes" (
	"app_id" text NOT NULL,
	"other_app_id" text NOT NULL,
	"pair" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dismissed_lookalikes_app_id_other_app_id_pair_pk" PRIMARY KEY("app_id","other_app_id","pair"),
	CONSTRAINT "dismissed_lookalikes_other_app" CHECK ("dismissed_lookalikes"."app_id" <> "dismissed_lookalikes"."other_app_id")
);
--> statement-breakpoint
CREATE TABLE "icon_hashes" (
	"key" text PRIMARY KEY NOT NULL,
	"hash" bit(128)
);
--> statement-breakpoint
ALTER TABLE "app_marks" ADD CONSTRAINT "app_marks_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dismissed_lookalikes" ADD CONSTRAINT "dismissed_lookalikes_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dismissed_lookalikes" ADD CONSTRAINT "dismissed_lookalikes_other_app_id_apps_id_fk" FOREIGN KEY ("other_app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_marks_skeleton" ON "app_marks" USING btree ("skeleton","kind");--> statement-breakpoint
CREATE INDEX "app_marks_length" ON "app_marks" USING btree ("kind","length");--> statement-breakpoint
CREATE INDEX "dismissed_lookalikes_other" ON "dismissed_lookalikes" USING btree ("other_app_id");