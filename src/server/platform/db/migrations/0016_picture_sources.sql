ALTER TABLE "app_graphics" ADD COLUMN "source_sha256" text;--> statement-breakpoint
ALTER TABLE "staged_graphics" ADD COLUMN "source_sha256" text;