CREATE TABLE "store_mail" (
	"id" integer PRIMARY KEY NOT NULL,
	"host" text,
	"port" integer,
	"security" text,
	"user_name" text,
	"encrypted_password" text,
	"sender" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_mail_one" CHECK ("store_mail"."id" = 1),
	CONSTRAINT "store_mail_security" CHECK ("store_mail"."security" in ('tls', 'starttls', 'none'))
);
--> statement-breakpoint
CREATE TABLE "user_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"is_emailed" boolean NOT NULL,
	"invited_by_uid" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_invitations_email_unique" UNIQUE("email"),
	CONSTRAINT "user_invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "user_invitations_role" CHECK ("user_invitations"."role" in ('user', 'developer', 'admin'))
);
--> statement-breakpoint
ALTER TABLE "app_invitations" ADD COLUMN "is_emailed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "user_invitations_expires" ON "user_invitations" USING btree ("expires_at");