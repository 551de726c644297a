import { t } from './languages/translate.ts';

/** The scopes of API tokens in the order in which they are listed, with words for users. */
export const SCOPES = {
  read: t`See apps, versions, reviews and statistics, download packages`,
  upload: t`Create apps, upload packages, delete unfinished versions`,
  listing: t`Change listings, pictures and details of apps`,
  submit: t`Submit versions for review and withdraw them`,
  release: t`Publish, roll out, halt, roll back and unpublish`,
  webhooks: t`Manage webhooks and send deliveries again`,
} as const;

export type TokenScope = keyof typeof SCOPES;
export const TOKEN_SCOPES = Object.keys(SCOPES) as readonly TokenScope[];
