CREATE TABLE "download_networks" (
	"day" date NOT NULL,
	"version_id" text NOT NULL,
	"network_hash" text NOT NULL,
	CONSTRAINT "download_networks_day_version_id_network_hash_pk" PRIMARY KEY("day","version_id","network_hash")
);
--> statement-breakpoint
CREATE TABLE "known_networks" (
	"network_hash" text PRIMARY KEY NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rollout_networks" (
	"version_id" text NOT NULL,
	"network_hash" text NOT NULL,
	"counted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rollout_networks_version_id_network_hash_pk" PRIMARY KEY("version_id","network_hash")
);
--> statement-breakpoint
ALTER TABLE "auth_two_factors" ADD COLUMN "last_used_step" bigint;--> statement-breakpoint
ALTER TABLE "release_reports" ADD COLUMN "new_crashes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "release_reports" ADD COLUMN "new_problems" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "release_reports" ADD COLUMN "ignored" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "release_reports" ADD COLUMN "pattern_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "halt_dispute" jsonb;--> statement-breakpoint
ALTER TABLE "reporting_devices" ADD COLUMN "network_hash" text;--> statement-breakpoint
CREATE INDEX "known_networks_age" ON "known_networks" USING btree ("last_day");--> statement-breakpoint
CREATE INDEX "rollout_networks_age" ON "rollout_networks" USING btree ("counted_at");