/** Returns the first line of a CSV file. The byte order mark makes spreadsheets read UTF-8. */
export function csvHeading(names: readonly string[]): string {
  return `\u{FEFF}${csvLine(names)}`;
}

/** Returns values as a line of CSV. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Returns a value as a quoted cell. Spreadsheets run a text as a formula if it begins with one of these characters; an
 * apostrophe before them stops that.
 * @see RFC 4180 (CSV) and owasp.org, "CSV Injection"
 */
function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
