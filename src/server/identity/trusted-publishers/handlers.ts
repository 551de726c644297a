import type { CallName } from '#shared/calls.ts';
import type { Handler } from '../handler.ts';
import { exchangeToken } from './exchange.ts';
import { listTrustedPublishers } from './list.ts';
import { addTrusted, changeTrusted, removeTrusted } from './save.ts';

type Name = Extract<CallName, `trustedPublishers.${string}`> | 'tokens.exchange';

/** The handlers of trusted publishers and their tokens. */
export const trustedPublisherHandlers: { readonly [Each in Name]: Handler<Each> } = {
  'tokens.exchange': exchangeToken,
  'trustedPublishers.add': addTrusted,
  'trustedPublishers.change': changeTrusted,
  'trustedPublishers.list': listTrustedPublishers,
  'trustedPublishers.remove': removeTrusted,
};
