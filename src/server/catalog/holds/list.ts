import type { Handler } from '../../identity/handler.ts';
import { cursorOf, readTimeCursor } from '../../platform/db/paging.ts';
import { BLOCK_LISTS, HOLD_LISTS, presentBlock, presentHold } from './find.ts';

/** `holds.list`: returns active holds, the oldest first, or lifted ones, the last first; of all subjects or of one. */
export const listHolds: Handler<'holds.list'> = async ({ data, context: { db } }) => {
  const { state, subjectId, cursor, limit } = data;
  const page = { ...readTimeCursor(cursor), limit: limit + 1 };
  const { all, ofSubject } = HOLD_LISTS[state];
  const rows = await (subjectId === undefined
    ? all.all(db, { ...page, subjectId: '' })
    : ofSubject.all(db, { ...page, subjectId }));
  return { holds: rows.slice(0, limit).map(presentHold), nextCursor: nextCursor(rows, limit) };
};

/** `blocks.list`: returns what uploads are refused by, the oldest first, or what no longer is, the last first. */
export const listBlocks: Handler<'blocks.list'> = async ({ data, context: { db } }) => {
  const { state, cursor, limit } = data;
  const rows = await BLOCK_LISTS[state].all(db, { ...readTimeCursor(cursor), limit: limit + 1 });
  return { blocks: rows.slice(0, limit).map(presentBlock), nextCursor: nextCursor(rows, limit) };
};

interface ListedRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly liftedAt: Date | null;
}

function nextCursor(rows: readonly ListedRow[], limit: number): string | null {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return last ? cursorOf(last.liftedAt ?? last.createdAt, last.id) : null;
}
