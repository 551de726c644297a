-- Second step of 0003_file_checks
-- Users and apps are counted when their numbers are shown.
DROP TRIGGER users_counted_added ON users;
--> statement-breakpoint
DROP TRIGGER users_counted_removed ON users;
--> statement-breakpoint
DROP TRIGGER users_counted_moved ON users;
--> statement-breakpoint
DROP TRIGGER users_counted_emptied ON users;
--> statement-breakpoint
DROP TRIGGER apps_counted_added ON apps;
--> statement-breakpoint
DROP TRIGGER apps_counted_removed ON apps;
--> statement-breakpoint
DROP TRIGGER apps_counted_moved ON apps;
--> statement-breakpoint
DROP TRIGGER apps_counted_emptied ON apps;
--> statement-breakpoint
DROP FUNCTION record_count_changes();
--> statement-breakpoint
DROP FUNCTION record_count_move();
--> statement-breakpoint
DROP TABLE "count_changes";
