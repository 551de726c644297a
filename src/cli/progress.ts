/** Output that may be a terminal. */
interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const CLEAR_LINE = '\r\u001B[K';
/** Steps of a share in plain lines. */
const PLAIN_PARTS = 4;

/**
 * Returns a function that shows the steps of a command: in a terminal on one line that each share of a step replaces,
 * elsewhere in plain lines, a quarter of a step at a time.
 */
export function createProgress(screen: Screen) {
  let shown = '';
  return (step: string, share?: number): void => {
    if (screen.isTTY) {
      screen.write(
        share === undefined ? `${CLEAR_LINE}${step}\n` : `${CLEAR_LINE}${step} ${formatPercent(share)}`,
      );
      if (share === 1) screen.write('\n');
      return;
    }
    const line =
      share === undefined ? step : `${step} ${formatPercent(Math.floor(share * PLAIN_PARTS) / PLAIN_PARTS)}`;
    if (line !== shown) screen.write(`${line}\n`);
    shown = line;
  };
}

function formatPercent(share: number): string {
  return `${Math.floor(share * 100)}%`;
}
