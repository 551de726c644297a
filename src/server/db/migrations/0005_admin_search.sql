-- Part of PostgreSQL; a role that owns its database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE INDEX "apps_search" ON "apps" USING gin ("name" gin_trgm_ops,"application_id" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("email" gin_trgm_ops,"display_name" gin_trgm_ops,"developer_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree (lower(trim("role")),"created_at","uid");--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("created_at","uid") WHERE "users"."suspended_at" is not null;