import { html } from 'hono/html';

export type Html = ReturnType<typeof html>;

/** Returns a table as one line of HTML, which Markdown takes as it is. */
export function renderTable(
  columns: readonly (string | Html)[],
  rows: readonly (readonly (string | Html)[])[],
): string {
  return oneLine(html`<table>
    <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
  </table>`);
}

/** Returns HTML without line breaks, which would end it for Markdown. */
export function oneLine(content: Html): string {
  return String(content).replaceAll(/\s*\n\s*/g, ' ');
}
