-- Trigrams, for the indexes that searches use.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "app_anti_features" (
	"app_id" text NOT NULL,
	"anti_feature" text NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	"reasons" jsonb NOT NULL,
	CONSTRAINT "app_anti_features_app_id_anti_feature_pk" PRIMARY KEY("app_id","anti_feature"),
	CONSTRAINT "app_anti_features_known" CHECK ("app_anti_features"."anti_feature" in ('Ads', 'DisabledAlgorithm', 'NSFW', 'NoSourceSince', 'NonFreeAdd', 'NonFreeAssets', 'NonFreeComp', 'NonFreeDep', 'NonFreeNet', 'TetheredNet', 'Tracking', 'UpstreamNonFree')),
	CONSTRAINT "app_anti_features_set_by" CHECK ("app_anti_features"."set_by" in ('publisher', 'staff'))
);
--> statement-breakpoint
CREATE TABLE "app_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by_uid" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "app_invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "app_invitations_role" CHECK ("app_invitations"."role" in ('viewer', 'maintainer', 'owner', 'publisher'))
);
--> statement-breakpoint
CREATE TABLE "app_members" (
	"app_id" text NOT NULL,
	"uid" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_members_app_id_uid_pk" PRIMARY KEY("app_id","uid"),
	CONSTRAINT "app_members_role" CHECK ("app_members"."role" in ('viewer', 'maintainer', 'owner'))
);
--> statement-breakpoint
CREATE TABLE "apps" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_uid" text NOT NULL,
	"platform" text NOT NULL,
	"application_id" text NOT NULL,
	"name" text NOT NULL,
	"summary" text,
	"status" text NOT NULL,
	"removed_from" text,
	"removal_reason" text,
	"details" jsonb DEFAULT '{"defaultLocale":"en-US","category":"","tags":[],"contactEmail":"","website":"","privacyPolicy":"","sourceCode":"","issueTracker":"","license":""}'::jsonb NOT NULL,
	"details_revision" integer DEFAULT 1 NOT NULL,
	"public_details" jsonb DEFAULT '{"defaultLocale":"en-US","category":"","tags":[],"contactEmail":"","website":"","privacyPolicy":"","sourceCode":"","issueTracker":"","license":""}'::jsonb NOT NULL,
	"public_developer_name" text,
	"marketplace_id" text,
	"provenance_policy" jsonb,
	"listing_waiting_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "apps_id_owner" UNIQUE("id","owner_uid"),
	CONSTRAINT "apps_platform" CHECK ("apps"."platform" in ('android', 'ios')),
	CONSTRAINT "apps_status" CHECK ("apps"."status" in ('draft', 'published', 'unpublished', 'removed')),
	CONSTRAINT "apps_removed_from" CHECK ("apps"."removed_from" in ('draft', 'published', 'unpublished', 'removed')),
	CONSTRAINT "apps_marketplace_platform" CHECK ("apps"."marketplace_id" is null or "apps"."platform" = 'ios')
);
--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"position" bigint PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"entry" text NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_chain_event_id_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "audit_checkpoints" (
	"size" bigint PRIMARY KEY NOT NULL,
	"root" "bytea" NOT NULL,
	"note" text NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_uid" text,
	"event" text NOT NULL,
	"app_id" text,
	"version_id" text,
	"subject_uid" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"people_salt" uuid DEFAULT gen_random_uuid(),
	"details_salt" uuid DEFAULT gen_random_uuid()
);
--> statement-breakpoint
CREATE TABLE "audit_subtrees" (
	"level" integer NOT NULL,
	"index" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_subtrees_level_index_pk" PRIMARY KEY("level","index")
);
--> statement-breakpoint
CREATE TABLE "audit_verification" (
	"id" integer PRIMARY KEY NOT NULL,
	"verified_at" timestamp (3) with time zone NOT NULL,
	"size" bigint NOT NULL,
	"problem_count" integer NOT NULL,
	"problems" jsonb NOT NULL,
	CONSTRAINT "audit_verification_one" CHECK ("audit_verification"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "count_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"counted" text NOT NULL,
	"value" text NOT NULL,
	"change" bigint NOT NULL,
	CONSTRAINT "count_changes_counted" CHECK ("count_changes"."counted" in ('users', 'apps'))
);
--> statement-breakpoint
CREATE TABLE "email_suppressions" (
	"email" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"notification_id" bigint,
	"uid" text,
	"webhook_id" text,
	"target" text DEFAULT '' NOT NULL,
	"cause" text DEFAULT '' NOT NULL,
	"encrypted_content" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "outbox_channel" CHECK ("outbox"."channel" in ('account-email', 'email', 'digest', 'push', 'webhook')),
	CONSTRAINT "outbox_status" CHECK ("outbox"."status" in ('pending', 'sent', 'failed', 'skipped')),
	CONSTRAINT "outbox_subject" CHECK (("outbox"."notification_id" is not null) = ("outbox"."channel" in ('email', 'digest', 'push'))
        and ("outbox"."uid" is not null) = ("outbox"."channel" in ('email', 'digest', 'push'))
        and ("outbox"."webhook_id" is not null) = ("outbox"."channel" = 'webhook'))
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"event_id" text NOT NULL,
	"event" text NOT NULL,
	"payload" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"response_status" integer,
	"response" text,
	"duration_ms" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_status" CHECK ("webhook_deliveries"."status" in ('pending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"encrypted_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"retry_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "app_client_downloads" (
	"app_id" text NOT NULL,
	"day" date NOT NULL,
	"client" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "app_client_downloads_app_id_day_client_pk" PRIMARY KEY("app_id","day","client"),
	CONSTRAINT "app_client_downloads_client" CHECK ("app_client_downloads"."client" in ('fdroid', 'droidify', 'neostore', 'altstore', 'sidestore', 'browser', 'other'))
);
--> statement-breakpoint
CREATE TABLE "app_downloads" (
	"app_id" text NOT NULL,
	"owner_uid" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "app_downloads_app_id_day_pk" PRIMARY KEY("app_id","day")
);
--> statement-breakpoint
CREATE TABLE "download_batches" (
	"id" text PRIMARY KEY NOT NULL,
	"stored_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"version_id" text NOT NULL,
	"day" date NOT NULL,
	"client" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "downloads_version_id_day_client_pk" PRIMARY KEY("version_id","day","client") INCLUDE ("count"),
	CONSTRAINT "downloads_client" CHECK ("downloads"."client" in ('fdroid', 'droidify', 'neostore', 'altstore', 'sidestore', 'browser', 'other'))
);
--> statement-breakpoint
CREATE TABLE "owner_downloads" (
	"owner_uid" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "owner_downloads_owner_uid_day_pk" PRIMARY KEY("owner_uid","day")
);
--> statement-breakpoint
CREATE TABLE "altstore_apps" (
	"app_id" text NOT NULL,
	"begins_at" integer NOT NULL,
	"ends_at" integer NOT NULL,
	"application_id" text NOT NULL,
	"source" text NOT NULL,
	"text" text,
	"sha256" text NOT NULL,
	"problems" jsonb NOT NULL,
	CONSTRAINT "altstore_apps_app_id_begins_at_pk" PRIMARY KEY("app_id","begins_at"),
	CONSTRAINT "altstore_apps_source" CHECK ("altstore_apps"."source" in ('classic', 'pal')),
	CONSTRAINT "altstore_apps_range" CHECK ("altstore_apps"."begins_at" >= 0 and "altstore_apps"."begins_at" < "altstore_apps"."ends_at" and "altstore_apps"."ends_at" <= 100)
);
--> statement-breakpoint
CREATE TABLE "feed_apps" (
	"app_id" text NOT NULL,
	"begins_at" integer NOT NULL,
	"ends_at" integer NOT NULL,
	"application_id" text NOT NULL,
	"text" text,
	"v1_app" text,
	"v1_packages" text,
	"sha256" text NOT NULL,
	"length" integer NOT NULL,
	"plain_length" integer NOT NULL,
	"is_plain" boolean NOT NULL,
	"category" text NOT NULL,
	"has_beta" boolean NOT NULL,
	"anti_features" text[] NOT NULL,
	"problems" jsonb NOT NULL,
	"listed" jsonb,
	"listed_at" timestamp (3) with time zone,
	"listed_version_id" text,
	CONSTRAINT "feed_apps_app_id_begins_at_pk" PRIMARY KEY("app_id","begins_at"),
	CONSTRAINT "feed_apps_range" CHECK ("feed_apps"."begins_at" >= 0 and "feed_apps"."begins_at" < "feed_apps"."ends_at" and "feed_apps"."ends_at" <= 100)
);
--> statement-breakpoint
CREATE TABLE "feed_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feed_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"app_ids" text[]
);
--> statement-breakpoint
CREATE TABLE "feed_files" (
	"path" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"version_id" text,
	"key" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"is_withdrawn" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feed_groups" (
	"timestamp" bigint NOT NULL,
	"begins_at" integer NOT NULL,
	"ends_at" integer NOT NULL,
	"repo" text NOT NULL,
	CONSTRAINT "feed_groups_timestamp_begins_at_pk" PRIMARY KEY("timestamp","begins_at")
);
--> statement-breakpoint
CREATE TABLE "feed_past_apps" (
	"until" bigint NOT NULL,
	"app_id" text NOT NULL,
	"begins_at" integer NOT NULL,
	"ends_at" integer NOT NULL,
	"application_id" text,
	"text" text,
	"v1_app_bytes" integer,
	"v1_packages_bytes" integer,
	CONSTRAINT "feed_past_apps_until_app_id_begins_at_pk" PRIMARY KEY("until","app_id","begins_at")
);
--> statement-breakpoint
CREATE TABLE "feed_problems" (
	"app_id" text PRIMARY KEY NOT NULL,
	"effect" text NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"notified_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feed_problems_effect" CHECK ("feed_problems"."effect" in ('plain', 'leftOut'))
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"name" text PRIMARY KEY NOT NULL,
	"timestamp" bigint NOT NULL,
	"content_sha256" text DEFAULT '' NOT NULL,
	"files" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "past_feeds" (
	"name" text NOT NULL,
	"timestamp" bigint NOT NULL,
	"files" jsonb NOT NULL,
	"bytes" bigint NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "past_feeds_name_timestamp_pk" PRIMARY KEY("name","timestamp")
);
--> statement-breakpoint
CREATE TABLE "idempotent_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"caller_id" text NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"input_sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"committed_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"encrypted_response" text,
	CONSTRAINT "idempotent_calls_key" UNIQUE("caller_id","key")
);
--> statement-breakpoint
CREATE TABLE "auth_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_jwks" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"alg" text,
	"crv" text
);
--> statement-breakpoint
CREATE TABLE "auth_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"aaguid" text,
	CONSTRAINT "auth_passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "auth_rate_limits" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint NOT NULL,
	CONSTRAINT "auth_rate_limits_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"authenticated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"rotation" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_sessions_token_unique" UNIQUE("token"),
	CONSTRAINT "auth_sessions_rotation" CHECK ("auth_sessions"."rotation" in ('due', 'done'))
);
--> statement-breakpoint
CREATE TABLE "auth_two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT true,
	"failed_verification_count" integer DEFAULT 0,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "auth_users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "auth_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_origins" (
	"uid" text NOT NULL,
	"origin" text NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_origins_uid_origin_pk" PRIMARY KEY("uid","origin")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_graphics" (
	"id" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"locale" text NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"key" text NOT NULL,
	"sha256" text NOT NULL,
	"size" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_draft" boolean DEFAULT true NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"public_position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_graphics_kind" CHECK ("app_graphics"."kind" in ('icon', 'featureGraphic', 'phoneScreenshots', 'sevenInchScreenshots', 'tenInchScreenshots', 'tvScreenshots', 'wearScreenshots'))
);
--> statement-breakpoint
CREATE TABLE "app_listings" (
	"app_id" text NOT NULL,
	"locale" text NOT NULL,
	"texts" jsonb NOT NULL,
	"changelogs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"public_texts" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"updated_by_uid" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_listings_app_id_locale_pk" PRIMARY KEY("app_id","locale")
);
--> statement-breakpoint
CREATE TABLE "listing_approvals" (
	"app_id" text NOT NULL,
	"locale" text NOT NULL,
	"field" text NOT NULL,
	"version_id" text NOT NULL,
	"kept" jsonb NOT NULL,
	"picture_keys" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "listing_approvals_app_id_locale_field_pk" PRIMARY KEY("app_id","locale","field"),
	CONSTRAINT "listing_approvals_field" CHECK ("listing_approvals"."field" in ('name', 'summary', 'description', 'video', 'icon', 'featureGraphic', 'phoneScreenshots', 'sevenInchScreenshots', 'tenInchScreenshots', 'tvScreenshots', 'wearScreenshots', 'defaultLocale', 'category', 'tags', 'contactEmail', 'website', 'privacyPolicy', 'sourceCode', 'issueTracker', 'license', 'developerName', 'language', 'whatsNew'))
);
--> statement-breakpoint
CREATE TABLE "listing_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"locale" text NOT NULL,
	"field" text NOT NULL,
	"version_id" text,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"picture_keys" text[] DEFAULT '{}' NOT NULL,
	"bytes" integer NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"changed_by_uid" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"reverted_at" timestamp (3) with time zone,
	"reverted_by_uid" text,
	"revert_reason" text,
	CONSTRAINT "listing_changes_field" CHECK ("listing_changes"."field" in ('name', 'summary', 'description', 'video', 'icon', 'featureGraphic', 'phoneScreenshots', 'sevenInchScreenshots', 'tenInchScreenshots', 'tvScreenshots', 'wearScreenshots', 'defaultLocale', 'category', 'tags', 'contactEmail', 'website', 'privacyPolicy', 'sourceCode', 'issueTracker', 'license', 'developerName', 'language', 'whatsNew'))
);
--> statement-breakpoint
CREATE TABLE "listing_html" (
	"app_id" text NOT NULL,
	"locale" text NOT NULL,
	"description_sha256" text NOT NULL,
	"html" text NOT NULL,
	CONSTRAINT "listing_html_app_id_locale_description_sha256_pk" PRIMARY KEY("app_id","locale","description_sha256")
);
--> statement-breakpoint
CREATE TABLE "listing_reviews" (
	"app_id" text NOT NULL,
	"locale" text NOT NULL,
	"field" text NOT NULL,
	"status" text NOT NULL,
	"is_held" boolean DEFAULT false NOT NULL,
	"revision" text NOT NULL,
	"waiting_since" timestamp (3) with time zone NOT NULL,
	"reason" text,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "listing_reviews_app_id_locale_field_pk" PRIMARY KEY("app_id","locale","field"),
	CONSTRAINT "listing_reviews_field" CHECK ("listing_reviews"."field" in ('name', 'summary', 'description', 'video', 'icon', 'featureGraphic', 'phoneScreenshots', 'sevenInchScreenshots', 'tenInchScreenshots', 'tvScreenshots', 'wearScreenshots', 'defaultLocale', 'category', 'tags', 'contactEmail', 'website', 'privacyPolicy', 'sourceCode', 'issueTracker', 'license', 'developerName', 'language', 'whatsNew')),
	CONSTRAINT "listing_reviews_status" CHECK ("listing_reviews"."status" in ('waiting', 'rejected', 'held'))
);
--> statement-breakpoint
CREATE TABLE "staged_graphics" (
	"id" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"uploaded_by_uid" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"sha256" text NOT NULL,
	"size" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staged_graphics_kind" CHECK ("staged_graphics"."kind" in ('icon', 'featureGraphic', 'phoneScreenshots', 'sevenInchScreenshots', 'tenInchScreenshots', 'tvScreenshots', 'wearScreenshots'))
);
--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"id" text PRIMARY KEY NOT NULL,
	"notification_id" bigint NOT NULL,
	"audience" text NOT NULL,
	"chosen_uids" text[],
	"sender_uid" text,
	"is_announcement" boolean NOT NULL,
	"status" text NOT NULL,
	"recipients" integer DEFAULT 0 NOT NULL,
	"cursor" text DEFAULT '' NOT NULL,
	"reached" integer DEFAULT 0 NOT NULL,
	"mail_cursor" text DEFAULT '' NOT NULL,
	"mail_reached" integer DEFAULT 0 NOT NULL,
	"emails" integer DEFAULT 0 NOT NULL,
	"pushes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "broadcasts_notification_id_unique" UNIQUE("notification_id"),
	CONSTRAINT "broadcasts_audience" CHECK ("broadcasts"."audience" in ('everyone', 'developers', 'chosen')),
	CONSTRAINT "broadcasts_status" CHECK ("broadcasts"."status" in ('sending', 'mailing', 'sent', 'stopped')),
	CONSTRAINT "broadcasts_chosen" CHECK (("broadcasts"."chosen_uids" is not null) = ("broadcasts"."audience" = 'chosen'))
);
--> statement-breakpoint
CREATE TABLE "notification_recipients" (
	"notification_id" bigint NOT NULL,
	"read_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"uid" text NOT NULL,
	CONSTRAINT "notification_recipients_uid_notification_id_pk" PRIMARY KEY("uid","notification_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"data" jsonb,
	"uid" text,
	"messages_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('appUpdates', 'approvalNotifications', 'systemAnnouncements', 'security'))
);
--> statement-breakpoint
CREATE TABLE "release_reports" (
	"version_id" text NOT NULL,
	"round" integer NOT NULL,
	"crashes" integer DEFAULT 0 NOT NULL,
	"problems" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "release_reports_version_id_round_pk" PRIMARY KEY("version_id","round")
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"version_id" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"track" text NOT NULL,
	"publication" text NOT NULL,
	"publish_at" timestamp (3) with time zone,
	"percentage" integer DEFAULT 100 NOT NULL,
	"halted_at" timestamp (3) with time zone,
	"rolled_back_at" timestamp (3) with time zone,
	"halt_rule" jsonb,
	"halted_for" jsonb,
	"report_round" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "releases_track" CHECK ("releases"."track" in ('stable', 'beta')),
	CONSTRAINT "releases_publication" CHECK ("releases"."publication" in ('immediate', 'scheduled', 'manual')),
	CONSTRAINT "releases_percentage" CHECK ("releases"."percentage" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "reporting_devices" (
	"version_id" text NOT NULL,
	"round" integer NOT NULL,
	"kind" text NOT NULL,
	"device_hash" text NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reporting_devices_version_id_round_kind_device_hash_pk" PRIMARY KEY("version_id","round","kind","device_hash"),
	CONSTRAINT "reporting_devices_kind" CHECK ("reporting_devices"."kind" in ('crash', 'problem'))
);
--> statement-breakpoint
CREATE TABLE "review_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"version_id" text NOT NULL,
	"author_uid" text NOT NULL,
	"by_staff" boolean NOT NULL,
	"is_internal" boolean NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"version_id" text NOT NULL,
	"app_id" text NOT NULL,
	"warnings" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"listing_revision" text NOT NULL,
	"policy_decision" jsonb,
	"sensitive_permissions" text[] DEFAULT '{}' NOT NULL,
	"reviewer_uid" text,
	"claimed_at" timestamp (3) with time zone,
	"decision" text,
	"decided_at" timestamp (3) with time zone,
	"decision_note" text,
	"rejection_reasons" text[] DEFAULT '{}' NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "reviews_version_id_id_pk" PRIMARY KEY("version_id","id"),
	CONSTRAINT "reviews_decision" CHECK ("reviews"."decision" in ('approved', 'rejected')),
	CONSTRAINT "reviews_decided" CHECK (("reviews"."decision" is null) = ("reviews"."decided_at" is null)),
	CONSTRAINT "reviews_ended_once" CHECK (num_nonnulls("reviews"."decided_at", "reviews"."withdrawn_at") <= 1)
);
--> statement-breakpoint
CREATE TABLE "file_sweeps" (
	"id" integer PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"cursor" jsonb,
	"report" jsonb NOT NULL,
	"last_report" jsonb,
	CONSTRAINT "file_sweeps_one" CHECK ("file_sweeps"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" integer PRIMARY KEY NOT NULL,
	"secret_check" text,
	"storage_id" text NOT NULL,
	"storage_marked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "installation_one" CHECK ("installation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "setup_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_keys" (
	"purpose" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"encrypted_private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_keys_purpose" CHECK ("store_keys"."purpose" in ('fdroid', 'audit', 'push'))
);
--> statement-breakpoint
CREATE TABLE "store_settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_settings_one" CHECK ("store_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "store_setup" (
	"id" integer PRIMARY KEY NOT NULL,
	"confirmed" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"mail_tested_at" timestamp (3) with time zone,
	"mail_tested_with" text,
	"logo_key" text,
	"logo_size" integer,
	CONSTRAINT "store_setup_one" CHECK ("store_setup"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_uid" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"app_ids" text[],
	"secret_hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"expiry_warned_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_from" text,
	CONSTRAINT "api_tokens_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "api_tokens_scopes" CHECK ("api_tokens"."scopes" <@ array['read', 'upload', 'listing', 'submit', 'release', 'webhooks']::text[])
);
--> statement-breakpoint
CREATE TABLE "build_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"trusted_publisher_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"build" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "build_tokens_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "device_authorizations" (
	"device_code_hash" text PRIMARY KEY NOT NULL,
	"user_code" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"network" text NOT NULL,
	"status" text NOT NULL,
	"session_id" text,
	"app_ids" text[],
	"expires_in_days" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"polled_at" timestamp (3) with time zone,
	"interval_seconds" integer NOT NULL,
	CONSTRAINT "device_authorizations_user_code_unique" UNIQUE("user_code"),
	CONSTRAINT "device_authorizations_status" CHECK ("device_authorizations"."status" in ('pending', 'approved', 'declined')),
	CONSTRAINT "device_authorizations_scopes" CHECK ("device_authorizations"."scopes" <@ array['read', 'upload', 'listing', 'submit', 'release', 'webhooks']::text[])
);
--> statement-breakpoint
CREATE TABLE "reader_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "reader_tokens_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "trusted_publishers" (
	"id" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"owner_uid" text NOT NULL,
	"issuer" text NOT NULL,
	"source" jsonb NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "trusted_publishers_scopes" CHECK ("trusted_publishers"."scopes" <@ array['read', 'upload', 'listing', 'submit', 'release']::text[])
);
--> statement-breakpoint
CREATE TABLE "used_id_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_exports" (
	"uid" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"status" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"size" bigint,
	"sha256" text,
	CONSTRAINT "account_exports_id_unique" UNIQUE("id"),
	CONSTRAINT "account_exports_status" CHECK ("account_exports"."status" in ('preparing', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "publishing_requests" (
	"uid" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "publishing_requests_state" CHECK ("publishing_requests"."state" in ('waiting', 'declined'))
);
--> statement-breakpoint
CREATE TABLE "upload_days" (
	"uid" text NOT NULL,
	"day" date NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "upload_days_uid_day_pk" PRIMARY KEY("uid","day")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"uid" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"display_name" text,
	"photo_url" text,
	"role" text DEFAULT 'user' NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"settings" jsonb DEFAULT '{"notifications":{"appUpdates":true,"systemAnnouncements":true}}'::jsonb NOT NULL,
	"developer_name" text,
	"developer_type" text,
	"onboarding_completed" boolean DEFAULT false NOT NULL,
	"intent" text,
	"terms_version" text,
	"terms_accepted_at" timestamp (3) with time zone,
	"suspended_at" timestamp (3) with time zone,
	"suspension_reason" text,
	"quotas" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"links" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"language" text,
	"time_zone" text,
	"density" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role" CHECK ("users"."role" in ('user', 'developer', 'admin')),
	CONSTRAINT "users_developer_type" CHECK ("users"."developer_type" in ('individual', 'organisation')),
	CONSTRAINT "users_density" CHECK ("users"."density" in ('comfortable', 'compact')),
	CONSTRAINT "users_intent" CHECK ("users"."intent" in ('publish', 'browse'))
);
--> statement-breakpoint
CREATE TABLE "provenance_bundles" (
	"version_id" text PRIMARY KEY NOT NULL,
	"bundle" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload_locks" (
	"version_id" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "versions" (
	"id" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"status" text NOT NULL,
	"file_name" text NOT NULL,
	"size" bigint NOT NULL,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"last_byte_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"file_removed_at" timestamp (3) with time zone,
	"expected_sha256" text,
	"sha256" text,
	"package" jsonb,
	"signature" jsonb,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"warnings" integer GENERATED ALWAYS AS (jsonb_array_length(jsonb_path_query_array("findings", '$[*] ? (@.severity == "warning")'))) STORED NOT NULL,
	"provenance" jsonb,
	"icon_key" text,
	"icon_size" integer,
	"inspection_attempts" integer DEFAULT 0 NOT NULL,
	"version_code" bigint,
	"build_order" numeric[],
	"created_by_uid" text NOT NULL,
	"build" jsonb,
	"release_notes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"removal_reason" text,
	"vulnerability" text,
	"published_at" timestamp (3) with time zone,
	CONSTRAINT "versions_reviewed" UNIQUE("id","app_id","warnings"),
	CONSTRAINT "versions_status" CHECK ("versions"."status" in ('uploading', 'expired', 'analysing', 'invalid', 'draft', 'submitted', 'in_review', 'approved', 'published', 'rejected', 'withdrawn', 'unpublished', 'removed')),
	CONSTRAINT "versions_build_order" CHECK ("versions"."version_code" is null or "versions"."build_order" is not distinct from array["versions"."version_code"]::numeric[])
);
--> statement-breakpoint
ALTER TABLE "app_anti_features" ADD CONSTRAINT "app_anti_features_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_invitations" ADD CONSTRAINT "app_invitations_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_members" ADD CONSTRAINT "app_members_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_members" ADD CONSTRAINT "app_members_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_owner_uid_users_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_client_downloads" ADD CONSTRAINT "app_client_downloads_day" FOREIGN KEY ("app_id","day") REFERENCES "public"."app_downloads"("app_id","day") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_downloads" ADD CONSTRAINT "app_downloads_app" FOREIGN KEY ("app_id","owner_uid") REFERENCES "public"."apps"("id","owner_uid") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_problems" ADD CONSTRAINT "feed_problems_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotent_calls" ADD CONSTRAINT "idempotent_calls_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_passkeys" ADD CONSTRAINT "auth_passkeys_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_two_factors" ADD CONSTRAINT "auth_two_factors_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_origins" ADD CONSTRAINT "known_origins_uid_auth_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_graphics" ADD CONSTRAINT "app_graphics_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_listings" ADD CONSTRAINT "app_listings_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_approvals" ADD CONSTRAINT "listing_approvals_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_approvals" ADD CONSTRAINT "listing_approvals_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_changes" ADD CONSTRAINT "listing_changes_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_changes" ADD CONSTRAINT "listing_changes_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_html" ADD CONSTRAINT "listing_html_app_id_locale_app_listings_app_id_locale_fk" FOREIGN KEY ("app_id","locale") REFERENCES "public"."app_listings"("app_id","locale") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_reviews" ADD CONSTRAINT "listing_reviews_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staged_graphics" ADD CONSTRAINT "staged_graphics_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staged_graphics" ADD CONSTRAINT "staged_graphics_uploaded_by_uid_users_uid_fk" FOREIGN KEY ("uploaded_by_uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_reports" ADD CONSTRAINT "release_reports_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_messages" ADD CONSTRAINT "review_messages_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_messages" ADD CONSTRAINT "review_messages_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_version" FOREIGN KEY ("version_id","app_id","warnings") REFERENCES "public"."versions"("id","app_id","warnings") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_owner_uid_users_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_tokens" ADD CONSTRAINT "build_tokens_trusted_publisher_id_trusted_publishers_id_fk" FOREIGN KEY ("trusted_publisher_id") REFERENCES "public"."trusted_publishers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_authorizations" ADD CONSTRAINT "device_authorizations_session_id_auth_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."auth_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_publishers" ADD CONSTRAINT "trusted_publishers_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_publishers" ADD CONSTRAINT "trusted_publishers_owner_uid_users_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publishing_requests" ADD CONSTRAINT "publishing_requests_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_days" ADD CONSTRAINT "upload_days_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_uid_auth_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provenance_bundles" ADD CONSTRAINT "provenance_bundles_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_locks" ADD CONSTRAINT "upload_locks_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "app_invitations_email" ON "app_invitations" USING btree ("app_id","email");--> statement-breakpoint
CREATE INDEX "app_members_uid" ON "app_members" USING btree ("uid");--> statement-breakpoint
CREATE UNIQUE INDEX "apps_application_id" ON "apps" USING btree ("platform","application_id");--> statement-breakpoint
CREATE UNIQUE INDEX "apps_marketplace_id" ON "apps" USING btree ("marketplace_id") WHERE "apps"."marketplace_id" is not null;--> statement-breakpoint
CREATE INDEX "apps_owner" ON "apps" USING btree ("owner_uid","created_at","id");--> statement-breakpoint
CREATE INDEX "apps_owner_name" ON "apps" USING btree ("owner_uid",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "apps_owner_updated" ON "apps" USING btree ("owner_uid","updated_at","id");--> statement-breakpoint
CREATE INDEX "apps_owner_status" ON "apps" USING btree ("owner_uid","status","id");--> statement-breakpoint
CREATE INDEX "apps_created" ON "apps" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "apps_updated" ON "apps" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "apps_name" ON "apps" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "apps_status" ON "apps" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "apps_status_created" ON "apps" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "apps_platform" ON "apps" USING btree ("platform","created_at","id");--> statement-breakpoint
CREATE INDEX "apps_listing_waiting" ON "apps" USING btree ("listing_waiting_since","id") WHERE listing_waiting_since is not null and status <> 'removed';--> statement-breakpoint
CREATE INDEX "apps_search" ON "apps" USING gin ("name" gin_trgm_ops,"application_id" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_events_app" ON "audit_events" USING btree ("app_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_events_version" ON "audit_events" USING btree ("version_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_actor" ON "audit_events" USING btree ("actor_uid","at","id");--> statement-breakpoint
CREATE INDEX "audit_events_subject" ON "audit_events" USING btree ("subject_uid","at","id");--> statement-breakpoint
CREATE INDEX "audit_events_event" ON "audit_events" USING btree ("event" text_pattern_ops,"at","id");--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_once" ON "outbox" USING btree ("notification_id","uid","channel","target") WHERE "outbox"."notification_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("channel","due_at") WHERE "outbox"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "outbox_pending" ON "outbox" USING btree ("notification_id") WHERE "outbox"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "outbox_webhook" ON "outbox" USING btree ("webhook_id","due_at") WHERE "outbox"."webhook_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_user" ON "outbox" USING btree ("uid") WHERE "outbox"."uid" is not null;--> statement-breakpoint
CREATE INDEX "outbox_finished" ON "outbox" USING btree ("finished_at") WHERE "outbox"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_retried" ON "outbox" USING btree ("created_at") WHERE "outbox"."status" = 'pending' and "outbox"."last_error" is not null;--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("finished_at") WHERE "outbox"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_finished" ON "webhook_deliveries" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "webhooks_app" ON "webhooks" USING btree ("app_id","created_at");--> statement-breakpoint
CREATE INDEX "app_downloads_owner" ON "app_downloads" USING btree ("owner_uid","day","app_id","count");--> statement-breakpoint
CREATE INDEX "app_downloads_day" ON "app_downloads" USING btree ("day","count");--> statement-breakpoint
CREATE INDEX "altstore_apps_order" ON "altstore_apps" USING btree ("source","application_id","app_id");--> statement-breakpoint
CREATE INDEX "feed_apps_order" ON "feed_apps" USING btree ("application_id","app_id");--> statement-breakpoint
CREATE INDEX "feed_apps_listed" ON "feed_apps" USING btree ("listed_at" DESC NULLS FIRST,"application_id") WHERE "feed_apps"."listed_at" is not null;--> statement-breakpoint
CREATE INDEX "feed_apps_category" ON "feed_apps" USING btree ("category","listed_at" DESC NULLS FIRST,"application_id") WHERE "feed_apps"."listed_at" is not null;--> statement-breakpoint
CREATE INDEX "feed_files_key" ON "feed_files" USING btree ("key");--> statement-breakpoint
CREATE INDEX "feed_files_app" ON "feed_files" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "feed_files_expiry" ON "feed_files" USING btree ("expires_at") WHERE "feed_files"."expires_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "feed_problems_open" ON "feed_problems" USING btree ("since" DESC NULLS FIRST,"app_id") WHERE "feed_problems"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "idempotent_calls_user" ON "idempotent_calls" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "idempotent_calls_created" ON "idempotent_calls" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "auth_accounts_user" ON "auth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_passkeys_user" ON "auth_passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_user" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_two_factors_user" ON "auth_two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_verifications_identifier" ON "auth_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "rate_limits_resets" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "app_graphics_app" ON "app_graphics" USING btree ("app_id","locale","kind","position");--> statement-breakpoint
CREATE INDEX "app_graphics_key" ON "app_graphics" USING btree ("key");--> statement-breakpoint
CREATE INDEX "app_graphics_size" ON "app_graphics" USING btree ("app_id","size");--> statement-breakpoint
CREATE INDEX "listing_approvals_version" ON "listing_approvals" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "listing_approvals_pictures" ON "listing_approvals" USING gin ("picture_keys");--> statement-breakpoint
CREATE INDEX "listing_changes_newest" ON "listing_changes" USING btree ("changed_at","id");--> statement-breakpoint
CREATE INDEX "listing_changes_app" ON "listing_changes" USING btree ("app_id","changed_at","id");--> statement-breakpoint
CREATE INDEX "listing_changes_pictures" ON "listing_changes" USING gin ("picture_keys");--> statement-breakpoint
CREATE INDEX "listing_changes_version" ON "listing_changes" USING btree ("version_id") WHERE "listing_changes"."version_id" is not null;--> statement-breakpoint
CREATE INDEX "staged_graphics_app" ON "staged_graphics" USING btree ("app_id","size");--> statement-breakpoint
CREATE INDEX "staged_graphics_uploader" ON "staged_graphics" USING btree ("uploaded_by_uid","size");--> statement-breakpoint
CREATE INDEX "staged_graphics_key" ON "staged_graphics" USING btree ("key");--> statement-breakpoint
CREATE INDEX "staged_graphics_expired" ON "staged_graphics" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "broadcasts_announcements" ON "broadcasts" USING btree ("created_at","id") WHERE "broadcasts"."is_announcement";--> statement-breakpoint
CREATE INDEX "notification_recipients_unread" ON "notification_recipients" USING btree ("uid") WHERE "notification_recipients"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notification_recipients_expiry" ON "notification_recipients" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("uid") WHERE "notifications"."uid" is not null;--> statement-breakpoint
CREATE INDEX "notifications_messages" ON "notifications" USING btree ("uid","messages_since") WHERE "notifications"."messages_since" is not null;--> statement-breakpoint
CREATE INDEX "notifications_expiry" ON "notifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "releases_app" ON "releases" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "reporting_devices_age" ON "reporting_devices" USING btree ("reported_at");--> statement-breakpoint
CREATE INDEX "review_messages_app" ON "review_messages" USING btree ("app_id","created_at");--> statement-breakpoint
CREATE INDEX "review_messages_version" ON "review_messages" USING btree ("version_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_open" ON "reviews" USING btree ("version_id") WHERE "reviews"."decided_at" is null and "reviews"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "reviews_queue" ON "reviews" USING btree ("queued_at","version_id") WHERE "reviews"."decided_at" is null and "reviews"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "reviews_queue_permissions" ON "reviews" USING btree ((-cardinality("sensitive_permissions")),"queued_at","version_id") WHERE "reviews"."decided_at" is null and "reviews"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "reviews_queue_warnings" ON "reviews" USING btree ((-"warnings"),"queued_at","version_id") WHERE "reviews"."decided_at" is null and "reviews"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "reviews_rejected" ON "reviews" USING btree ("app_id","id") WHERE "reviews"."decision" = 'rejected';--> statement-breakpoint
CREATE INDEX "reviews_decided" ON "reviews" USING btree ("decided_at") WHERE "reviews"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "api_tokens_owner" ON "api_tokens" USING btree ("owner_uid","created_at");--> statement-breakpoint
CREATE INDEX "api_tokens_expiring" ON "api_tokens" USING btree ("expires_at") WHERE "api_tokens"."expiry_warned_at" is null;--> statement-breakpoint
CREATE INDEX "build_tokens_trusted_publisher" ON "build_tokens" USING btree ("trusted_publisher_id","expires_at");--> statement-breakpoint
CREATE INDEX "build_tokens_expired" ON "build_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "device_authorizations_session" ON "device_authorizations" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "device_authorizations_expired" ON "device_authorizations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "reader_tokens_created" ON "reader_tokens" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "trusted_publishers_app" ON "trusted_publishers" USING btree ("app_id","created_at");--> statement-breakpoint
CREATE INDEX "trusted_publishers_owner" ON "trusted_publishers" USING btree ("owner_uid");--> statement-breakpoint
CREATE INDEX "used_id_tokens_expired" ON "used_id_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_exports_expiry" ON "account_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "publishing_requests_waiting" ON "publishing_requests" USING btree ("requested_at","uid") WHERE "publishing_requests"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","uid");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (lower(coalesce("display_name", "email")),"uid","email","display_name","developer_name");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree ("email","uid");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ((' ' || coalesce("email", '') || E'\n ' || coalesce("display_name", '') || E'\n ' || coalesce("developer_name", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role","created_at","uid");--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role");--> statement-breakpoint
CREATE INDEX "users_staff_name" ON "users" USING btree ("role",lower(coalesce("display_name", "email")),"uid") WHERE "users"."role" <> 'user';--> statement-breakpoint
CREATE INDEX "users_staff_email" ON "users" USING btree ("role","email","uid") WHERE "users"."role" <> 'user';--> statement-breakpoint
CREATE INDEX "users_photo" ON "users" USING btree ("photo_url") WHERE "users"."photo_url" is not null;--> statement-breakpoint
CREATE INDEX "users_verified" ON "users" USING btree ("created_at","uid") WHERE "users"."is_verified";--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("created_at","uid") WHERE "users"."suspended_at" is not null;--> statement-breakpoint
CREATE INDEX "users_without_announcements" ON "users" USING btree ("role") WHERE NOT (settings @> '{"notifications": {"systemAnnouncements": true}}'::jsonb);--> statement-breakpoint
CREATE INDEX "versions_app" ON "versions" USING btree ("app_id","created_at");--> statement-breakpoint
CREATE INDEX "versions_app_status" ON "versions" USING btree ("app_id","status");--> statement-breakpoint
CREATE INDEX "versions_stored" ON "versions" USING btree ("app_id","size") WHERE "versions"."file_removed_at" is null;--> statement-breakpoint
CREATE INDEX "versions_published" ON "versions" USING btree ("app_id","build_order" DESC NULLS LAST) WHERE "versions"."status" = 'published';--> statement-breakpoint
CREATE UNIQUE INDEX "versions_build" ON "versions" USING btree ("app_id","build_order") WHERE "versions"."status" in ('submitted', 'in_review', 'approved', 'published', 'unpublished', 'removed');--> statement-breakpoint
CREATE INDEX "versions_sha256" ON "versions" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "versions_icon" ON "versions" USING btree ("icon_key") WHERE "versions"."icon_key" is not null;--> statement-breakpoint
CREATE INDEX "versions_uploading" ON "versions" USING btree ("created_by_uid") WHERE "versions"."status" = 'uploading';--> statement-breakpoint
CREATE INDEX "versions_file_expiry" ON "versions" USING btree ("status","last_byte_at") WHERE "versions"."status" in ('uploading', 'invalid', 'rejected') and "versions"."file_removed_at" is null;
--> statement-breakpoint
-- From here on written by hand, because drizzle-kit knows no triggers. Keep it when this migration is generated again.
-- The audit log is append-only: not even the server can delete its rows, or change what they say.
CREATE FUNCTION reject_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
-- The only change of an event: personal data is erased together with the salt of its hash.
CREATE FUNCTION allow_audit_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  erasable text[] := ARRAY['details', 'details_salt', 'actor_uid', 'subject_uid', 'people_salt'];
BEGIN
  IF to_jsonb(NEW) - erasable = to_jsonb(OLD) - erasable
    AND ((NEW.details, NEW.details_salt) IS NOT DISTINCT FROM (OLD.details, OLD.details_salt)
      OR (NEW.details = '{}' AND NEW.details_salt IS NULL))
    AND ((NEW.actor_uid, NEW.subject_uid, NEW.people_salt)
        IS NOT DISTINCT FROM (OLD.actor_uid, OLD.subject_uid, OLD.people_salt)
      OR (NEW.people_salt IS NULL
        AND NEW.actor_uid IS NOT DISTINCT FROM CASE WHEN OLD.actor_uid IS NOT NULL THEN 'erased' END
        AND NEW.subject_uid IS NOT DISTINCT FROM CASE WHEN OLD.subject_uid IS NOT NULL THEN 'erased' END))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_events_append_only BEFORE DELETE ON audit_events
FOR EACH ROW EXECUTE FUNCTION reject_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_events_erasure_only BEFORE UPDATE ON audit_events
FOR EACH ROW EXECUTE FUNCTION allow_audit_erasure();
--> statement-breakpoint
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events
FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE ON audit_chain
FOR EACH ROW EXECUTE FUNCTION reject_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_chain_no_truncate BEFORE TRUNCATE ON audit_chain
FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_checkpoints_append_only BEFORE UPDATE OR DELETE ON audit_checkpoints
FOR EACH ROW EXECUTE FUNCTION reject_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_checkpoints_no_truncate BEFORE TRUNCATE ON audit_checkpoints
FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_change();
--> statement-breakpoint
-- Returns a value as a string of JSON.
CREATE FUNCTION json_text(value text) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT coalesce(to_json(value)::text, 'null') $$;
--> statement-breakpoint
-- Returns the salted hash of personal data as a string of JSON; null where it has no salt.
CREATE FUNCTION audit_commitment(salt uuid, content text) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT json_text(encode(sha256(convert_to(salt::text || content, 'UTF8')), 'hex')) $$;
--> statement-breakpoint
-- Returns what the chain hashes of an event, as canonical JSON (RFC 8785). The salted hashes stand for personal data.
CREATE FUNCTION audit_entry(event audit_events, place bigint, previous bytea) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '{"appId":' || json_text(event.app_id)
    || ',"at":' || json_text(to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    || ',"details":' || audit_commitment(event.details_salt, event.details::text)
    || ',"event":' || json_text(event.event)
    || ',"facts":{' || coalesce((
        SELECT string_agg(json_text(key) || ':' || value::text, ',' ORDER BY key COLLATE "C")
        FROM jsonb_each(event.facts)), '')
    || '},"people":' || audit_commitment(event.people_salt,
        '{"actorUid":' || json_text(event.actor_uid) || ',"subjectUid":' || json_text(event.subject_uid) || '}')
    || ',"position":' || place
    || ',"previous":' || json_text(encode(previous, 'hex'))
    || ',"versionId":' || json_text(event.version_id) || '}'
$$;
--> statement-breakpoint
-- Takes the lock that orders the transactions which extend the chain.
CREATE FUNCTION lock_audit_chain() RETURNS void LANGUAGE sql AS
$$ SELECT pg_advisory_xact_lock(hashtextextended('quayside audit chain', 0)) $$;
--> statement-breakpoint
CREATE FUNCTION chain_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place bigint;
  previous bytea;
  event audit_events;
  entry text;
BEGIN
  PERFORM lock_audit_chain();
  -- It may have been erased in the same transaction.
  SELECT * INTO event FROM audit_events WHERE id = NEW.id;
  SELECT position + 1, hash INTO place, previous FROM audit_chain ORDER BY position DESC LIMIT 1;
  IF NOT FOUND THEN
    place := 0;
    previous := decode(repeat('00', 32), 'hex');
  END IF;
  entry := audit_entry(event, place, previous);
  INSERT INTO audit_chain (position, event_id, entry, hash)
  VALUES (place, NEW.id, entry, sha256('\x00'::bytea || convert_to(entry, 'UTF8')));
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Deferred to the commit, so that the lock is held only briefly, and after all others, so that it can't cause a deadlock.
CREATE CONSTRAINT TRIGGER audit_events_chain AFTER INSERT ON audit_events
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_audit_event();
--> statement-breakpoint
-- Notifies every server that a user's access may have changed (src/server/delivery/live). Triggers, so that no code that
-- changes a role, suspends a user, ends a session, revokes a token or removes a member of an app can forget to.
CREATE FUNCTION notify_user_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(
    'quayside_live',
    json_build_object('about', 'user', 'uid', to_jsonb(OLD) ->> TG_ARGV[0])::text
  );
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_privileges_changed AFTER UPDATE OF role, suspended_at ON users FOR EACH ROW
WHEN (OLD.role IS DISTINCT FROM NEW.role OR OLD.suspended_at IS DISTINCT FROM NEW.suspended_at)
EXECUTE FUNCTION notify_user_changed('uid');
--> statement-breakpoint
CREATE TRIGGER auth_sessions_ended AFTER DELETE ON auth_sessions FOR EACH ROW
EXECUTE FUNCTION notify_user_changed('user_id');
--> statement-breakpoint
CREATE TRIGGER auth_sessions_shortened AFTER UPDATE OF expires_at ON auth_sessions FOR EACH ROW
WHEN (NEW.expires_at < OLD.expires_at)
EXECUTE FUNCTION notify_user_changed('user_id');
--> statement-breakpoint
CREATE TRIGGER api_tokens_ended AFTER DELETE ON api_tokens FOR EACH ROW
EXECUTE FUNCTION notify_user_changed('owner_uid');
--> statement-breakpoint
-- Its tokens end with it, and with each change of it, which names the owner for whom they act.
CREATE TRIGGER trusted_publishers_ended AFTER UPDATE OF owner_uid OR DELETE ON trusted_publishers FOR EACH ROW
EXECUTE FUNCTION notify_user_changed('owner_uid');
--> statement-breakpoint
CREATE TRIGGER app_members_changed AFTER UPDATE OR DELETE ON app_members FOR EACH ROW
EXECUTE FUNCTION notify_user_changed('uid');
--> statement-breakpoint
CREATE TRIGGER apps_owner_changed AFTER UPDATE OF owner_uid ON apps FOR EACH ROW
WHEN (OLD.owner_uid <> NEW.owner_uid)
EXECUTE FUNCTION notify_user_changed('owner_uid');
--> statement-breakpoint
-- Adds the only pending rebuild of the feed, or moves it. When a worker takes the job in the middle of add_job, none is
-- returned, and the next iteration adds another one behind it.
CREATE FUNCTION queue_feed_rebuild(at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  job_id bigint;
BEGIN
  WHILE job_id IS NULL LOOP
    SELECT id INTO job_id FROM graphile_worker.add_job(
      'rebuild-feeds', queue_name := 'feeds', job_key := 'rebuild-feeds', run_at := at);
  END LOOP;
END
$$;
--> statement-breakpoint
-- The rebuild deletes a change once a generation contains it.
CREATE FUNCTION queue_rebuild_on_feed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Always before the lock on the job, so that two transactions don't wait for each other.
  PERFORM lock_audit_chain();
  PERFORM queue_feed_rebuild(now());
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Deferred to the commit, so that the lock on the job's row is held only briefly.
CREATE CONSTRAINT TRIGGER feed_changes_queue AFTER INSERT ON feed_changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION queue_rebuild_on_feed_change();
--> statement-breakpoint
-- Not compressed, because every rebuild reads the texts, and they are written only when their app changes.
ALTER TABLE "feed_apps" ALTER COLUMN "text" SET STORAGE EXTERNAL, ALTER COLUMN "v1_app" SET STORAGE EXTERNAL,
  ALTER COLUMN "v1_packages" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "altstore_apps" ALTER COLUMN "text" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Counts users by role and apps by status: each statement adds rows with its changes, so that none waits for another.
CREATE FUNCTION record_count_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM count_changes WHERE counted = TG_TABLE_NAME;
  ELSE
    EXECUTE format(
      'INSERT INTO count_changes (counted, value, change) SELECT %L, %I, %s FROM changed GROUP BY %I',
      TG_TABLE_NAME, TG_ARGV[0], CASE TG_OP WHEN 'INSERT' THEN 'count(*)' ELSE '-count(*)' END, TG_ARGV[0]);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION record_count_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO count_changes (counted, value, change) VALUES
    (TG_TABLE_NAME, to_jsonb(OLD) ->> TG_ARGV[0], -1), (TG_TABLE_NAME, to_jsonb(NEW) ->> TG_ARGV[0], 1);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_counted_added AFTER INSERT ON users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_count_changes('role');
--> statement-breakpoint
CREATE TRIGGER users_counted_removed AFTER DELETE ON users REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_count_changes('role');
--> statement-breakpoint
CREATE TRIGGER users_counted_moved AFTER UPDATE OF role ON users
  FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION record_count_move('role');
--> statement-breakpoint
CREATE TRIGGER users_counted_emptied AFTER TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION record_count_changes('role');
--> statement-breakpoint
CREATE TRIGGER apps_counted_added AFTER INSERT ON apps REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_count_changes('status');
--> statement-breakpoint
CREATE TRIGGER apps_counted_removed AFTER DELETE ON apps REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_count_changes('status');
--> statement-breakpoint
CREATE TRIGGER apps_counted_moved AFTER UPDATE OF status ON apps
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION record_count_move('status');
--> statement-breakpoint
CREATE TRIGGER apps_counted_emptied AFTER TRUNCATE ON apps
  FOR EACH STATEMENT EXECUTE FUNCTION record_count_changes('status');
--> statement-breakpoint
-- Recipients have no foreign keys (see their table), which would check up to a million rows one by one. The lock waits
-- for a batch that is being written (src/server/delivery/notifications/add-recipients.ts), and then its rows are seen.
CREATE FUNCTION delete_recipients_of_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('quayside recipients', 0));
  DELETE FROM notification_recipients r USING deleted d WHERE r.uid = d.uid;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_delete_recipients AFTER DELETE ON users REFERENCING OLD TABLE AS deleted
FOR EACH STATEMENT EXECUTE FUNCTION delete_recipients_of_users();
--> statement-breakpoint
CREATE FUNCTION delete_recipients_of_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM notification_recipients r USING deleted d WHERE r.expires_at = d.expires_at AND r.notification_id = d.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER notifications_delete_recipients AFTER DELETE ON notifications REFERENCING OLD TABLE AS deleted
FOR EACH STATEMENT EXECUTE FUNCTION delete_recipients_of_notifications();
--> statement-breakpoint
-- Keeps the sums of publishers, in the order of their rows, so that two statements don't block each other.
CREATE FUNCTION add_owner_downloads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO owner_downloads AS o (owner_uid, day, count)
  SELECT owner_uid, day, sum(count) FROM added GROUP BY owner_uid, day ORDER BY owner_uid, day
  ON CONFLICT (owner_uid, day) DO UPDATE SET count = o.count + excluded.count;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION change_owner_downloads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO owner_downloads AS o (owner_uid, day, count)
  SELECT owner_uid, day, sum(count) FROM (
    SELECT owner_uid, day, count FROM added UNION ALL SELECT owner_uid, day, -count FROM removed
  ) AS changes GROUP BY owner_uid, day HAVING sum(count) <> 0 ORDER BY owner_uid, day
  ON CONFLICT (owner_uid, day) DO UPDATE SET count = o.count + excluded.count;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION remove_owner_downloads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE owner_downloads o SET count = o.count - r.count
  FROM (SELECT owner_uid, day, sum(count) AS count FROM removed GROUP BY owner_uid, day) AS r
  WHERE o.owner_uid = r.owner_uid AND o.day = r.day;
  DELETE FROM owner_downloads o USING (SELECT DISTINCT owner_uid, day FROM removed) AS r
  WHERE o.owner_uid = r.owner_uid AND o.day = r.day AND o.count = 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER app_downloads_added AFTER INSERT ON app_downloads REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_owner_downloads();
--> statement-breakpoint
CREATE TRIGGER app_downloads_changed AFTER UPDATE ON app_downloads REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION change_owner_downloads();
--> statement-breakpoint
CREATE TRIGGER app_downloads_removed AFTER DELETE ON app_downloads REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION remove_owner_downloads();
