CREATE INDEX "apps_owner_name" ON "apps" USING btree ("owner_uid",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "apps_owner_updated" ON "apps" USING btree ("owner_uid","updated_at","id");