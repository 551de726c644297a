import { catalogHandlers } from './catalog/handlers.ts';
import { deliveryHandlers } from './delivery/handlers.ts';
import { getRepository } from './feeds/public/addresses.ts';
import { deviceAuthorizationHandlers } from './identity/device-authorizations/handlers.ts';
import type { Handlers } from './identity/handler.ts';
import { sessionHandlers } from './identity/sessions/handlers.ts';
import { createFirstAdmin } from './identity/setup/create-first-admin.ts';
import { tokenHandlers } from './identity/tokens/handlers.ts';
import { trustedPublisherHandlers } from './identity/trusted-publishers/handlers.ts';
import { getOverview } from './overview.ts';
import { peopleHandlers } from './people/handlers.ts';

/** The handlers of all calls. A contract without a handler, or a handler without a contract, doesn't compile. */
export const handlers: Handlers = {
  ...catalogHandlers,
  ...deliveryHandlers,
  ...deviceAuthorizationHandlers,
  ...peopleHandlers,
  ...sessionHandlers,
  ...tokenHandlers,
  ...trustedPublisherHandlers,
  'admin.overview': getOverview,
  'settings.getRepository': getRepository,
  'setup.createFirstAdmin': createFirstAdmin,
};
