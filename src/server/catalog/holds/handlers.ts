import type { Handlers } from '../../identity/handler.ts';
import { liftBlock } from './blocks.ts';
import { createHold } from './create.ts';
import { liftHold } from './lift.ts';
import { listBlocks, listHolds } from './list.ts';
import { previewHold, previewStop } from './preview.ts';
import { applyStop } from './stop.ts';

/** The handlers of the calls about holds, stops and blocks. */
export const holdHandlers = {
  'blocks.lift': liftBlock,
  'blocks.list': listBlocks,
  'holds.create': createHold,
  'holds.lift': liftHold,
  'holds.list': listHolds,
  'holds.preview': previewHold,
  'stops.apply': applyStop,
  'stops.preview': previewStop,
} satisfies Partial<Handlers>;
