import { z } from 'zod';
import { t } from './languages/translate.ts';

/** The start of the next page of a list. The longest contains the name of an app. */
export const cursorSchema = z.string().max(800, { error: () => t`Use nextCursor from the previous page.` });

/** Maximum rows per page. */
const MAX_PAGE = 100;

/** Creates the output schema of a list call: the rows of one page. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.array(row).max(MAX_PAGE);
}

/** Selects one page of a list; the cursor is the previous page's `nextCursor`. */
export const pageSchema = z.object({
  cursor: cursorSchema.optional(),
  limit: z.number().int().min(1).max(MAX_PAGE).default(50),
});
