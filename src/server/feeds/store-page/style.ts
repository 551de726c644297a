import { deriveAccent } from '#shared/settings/accent.ts';

/**
 * The style of the store's public page, in the colours of the console (`src/client/shell/theme.ts`), without those of
 * the accent. It follows the system's colour scheme.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --back: #f5f6f8; --card: #fff; --text: rgba(13, 20, 28, .92); --quiet: rgba(13, 20, 28, .66);
  --line: rgba(13, 20, 28, .12); --hover: rgba(13, 20, 28, .04);
  --field: rgba(13, 20, 28, .5);
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #101418; --card: #191e24; --text: rgba(255, 255, 255, .93); --quiet: rgba(255, 255, 255, .7);
    --line: rgba(255, 255, 255, .12); --hover: rgba(255, 255, 255, .05);
    --field: rgba(255, 255, 255, .5);
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--back); color: var(--text); font: 1rem/1.5 "Inter Variable", system-ui, sans-serif;
  font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
}
a { color: var(--lead); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--lead); outline-offset: 2px; border-radius: 4px; }
h1, h2, h3, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
h1 { font-size: 1.75rem; line-height: 1.25; font-weight: 650; letter-spacing: -.02em; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; line-height: 1.4; font-weight: 600; letter-spacing: -.01em; }
h3 { font-size: 1rem; font-weight: 600; }
ul, ol { list-style: none; }
img { display: block; }
.bar { background: var(--card); border-bottom: 1px solid var(--line); }
.bar > div, main, footer { max-width: 1120px; margin: 0 auto; padding: 0 24px; }
.bar > div { display: flex; align-items: center; gap: 12px; min-height: 64px; }
.bar a { display: flex; align-items: center; gap: 12px; min-width: 0; color: inherit; text-decoration: none; font-weight: 600; font-size: 1.125rem; letter-spacing: -.01em; }
.bar span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.bar img { border-radius: 6px; flex: none; }
main { padding-top: 32px; padding-bottom: 48px; }
.intro { max-width: 720px; margin-bottom: 32px; }
.intro p { margin-top: 8px; color: var(--quiet); }
.intro .tagline { margin-top: 4px; color: var(--text); font-size: 1.125rem; overflow-wrap: anywhere; text-wrap: balance; }
.quiet { color: var(--quiet); font-size: .875rem; }
.note { margin-top: 8px; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 340px; gap: 24px; align-items: start; }
/* The download comes first on phones, and stands beside everything else on wide screens. */
.about { grid-template-areas: "main first" "main more"; grid-template-rows: auto 1fr; }
.about > .stack { grid-area: main; }
.about > .first { grid-area: first; }
.about > .side { grid-area: more; }
.card { background: var(--card); border-radius: 8px; padding: 24px; }
.card h2 { margin-bottom: 12px; }
.side { display: grid; grid-template-columns: minmax(0, 1fr); gap: 24px; position: sticky; top: 24px; }
.button {
  display: block; padding: 10px 18px; border-radius: 8px; background: var(--lead); color: var(--on-lead);
  font-weight: 550; text-align: center; text-decoration: none; border: 0; font-size: 1rem; font-family: inherit; cursor: pointer;
}
.button.plain { background: none; color: var(--lead); border: 1px solid var(--line); }
.button.narrow { display: none; }
.button:hover { background: var(--lead-hover); }
.button.plain:hover { background: var(--hover); }
.code { display: block; width: 100%; max-width: 220px; height: auto; margin: 0 auto; background: #fff; border-radius: 8px; }
figure { margin: 16px 0; text-align: center; }
figcaption { margin-top: 8px; }
.value { margin-top: 16px; }
.value > div { display: flex; justify-content: space-between; align-items: center; min-height: 32px; gap: 8px; }
.value h3 { font-size: .875rem; }
code { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: .8125rem; overflow-wrap: anywhere; }
.value code { display: block; background: var(--back); border-radius: 6px; padding: 8px 12px; user-select: all; }
.copy { border: 0; background: none; color: var(--lead); font: inherit; font-size: .875rem; font-weight: 550; cursor: pointer; padding: 4px 8px; border-radius: 6px; }
.copy:hover { background: var(--hover); }
.tools { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 12px; margin-bottom: 12px; }
.tools h2 { margin: 0; }
.search { display: flex; flex-wrap: wrap; gap: 8px; margin-bottom: 12px; }
.search input { flex: 1 1 200px; }
.search select { flex: 0 1 auto; max-width: 100%; }
.search input, .search select {
  min-width: 0; font: inherit; font-size: .875rem; padding: 7px 12px; color: inherit; background: var(--card);
  border: 1px solid var(--field); border-radius: 8px;
}
.search .button { padding: 7px 14px; font-size: .875rem; background: var(--card); }
.apps { background: var(--card); border-radius: 8px; overflow: hidden; }
.apps li + li { border-top: 1px solid var(--line); }
.app { display: grid; grid-template-columns: 48px minmax(0, 1fr) auto; column-gap: 16px; align-items: center; padding: 12px 16px; color: inherit; text-decoration: none; }
.app:hover { background: var(--hover); }
.app:focus-visible { outline-offset: -2px; }
.icon { border-radius: 22%; background: var(--hover); object-fit: contain; }
.app strong { font-weight: 600; overflow-wrap: anywhere; }
.app .summary { display: block; color: var(--quiet); font-size: .875rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.app .meta { text-align: right; font-size: .875rem; max-width: 140px; overflow: hidden; text-overflow: ellipsis; }
.app .meta span { display: block; color: var(--quiet); white-space: nowrap; }
.empty { padding: 48px 24px; text-align: center; }
.empty svg { color: var(--quiet); margin-bottom: 12px; }
.pages { display: flex; justify-content: space-between; align-items: center; gap: 12px; margin-top: 16px; }
.head { display: grid; grid-template-columns: 88px minmax(0, 1fr); gap: 20px; align-items: start; margin: 16px 0 24px; }
.head p { margin-top: 4px; }
.head [dir], .app [dir] { text-align: left; }
.stack, .first { display: grid; grid-template-columns: minmax(0, 1fr); gap: 24px; }
.shots { display: flex; gap: 12px; overflow-x: auto; padding: 4px 4px 8px; margin: 0 -4px; }
.shots a { flex: none; border-radius: 8px; }
.shots img { height: 320px; width: auto; max-width: none; border-radius: 8px; background: var(--hover); }
.devices { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; }
.devices h3 { margin-bottom: 8px; font-size: .875rem; color: var(--quiet); }
.feature { width: 100%; height: auto; border-radius: 8px; }
.chips { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px; font-size: .875rem; }
.chips a, .chips span { padding: 2px 10px; border-radius: 99px; border: 1px solid var(--line); color: inherit; text-decoration: none; }
.chips a:hover { background: var(--hover); }
.permissions { display: grid; gap: 10px; }
.permissions code { display: block; color: var(--quiet); }
details summary { cursor: pointer; }
.others { margin-top: 16px; font-size: .875rem; }
.others summary { display: flex; gap: 8px; list-style: none; }
.others summary::before { content: "›"; width: 10px; color: var(--quiet); }
.others[open] summary::before { content: "⌄"; }
.others summary::-webkit-details-marker { display: none; }
.others ul { margin-top: 8px; display: grid; gap: 4px; }
.history > li + li { border-top: 1px solid var(--line); }
.history summary { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; padding: 12px 0; }
.history summary::before { content: "›"; width: 10px; color: var(--quiet); }
.history details[open] summary::before { content: "⌄"; }
.history summary::-webkit-details-marker { display: none; }
.history .quiet { margin-left: auto; }
.history .inside { padding: 0 0 16px 22px; display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; }
.clients { margin: 4px 0 0; }
.clients li { display: flex; gap: 16px; align-items: center; min-height: 36px; font-size: .875rem; }
.clients span { flex: 1; }
.text { overflow-wrap: anywhere; }
.text > * + * { margin-top: 12px; }
.text ul, .text ol { padding-inline-start: 20px; list-style: disc; }
.text ol { list-style: decimal; }
.text blockquote { margin: 0; padding-inline-start: 16px; border-inline-start: 3px solid var(--line); color: var(--quiet); }
.text pre { white-space: pre-wrap; }
.lines { white-space: pre-line; overflow-wrap: anywhere; }
.card > p + .facts { margin-top: 16px; }
.facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 6px 16px; font-size: .875rem; }
.facts dt { color: var(--quiet); }
.facts dd { overflow-wrap: anywhere; }
.warnings { font-size: .875rem; }
.warnings dt { font-weight: 600; }
.warnings dd + dt { margin-top: 12px; }
.warnings dd { overflow-wrap: anywhere; }
footer { padding-bottom: 32px; color: var(--quiet); font-size: .875rem; }
.links { display: flex; flex-wrap: wrap; gap: 8px 20px; }
.legal { max-width: 760px; }
.legal h1 { margin-bottom: 16px; font-size: min(1.75rem, 7vw); }
.legal h2, .legal h3 { font-size: 1.0625rem; }
@media (max-width: 820px) {
  .bar > div, main, footer { padding-left: 16px; padding-right: 16px; }
  main { padding-top: 24px; }
  .intro { margin-bottom: 20px; }
  .columns { grid-template-columns: minmax(0, 1fr); gap: 20px; }
  .about { grid-template-areas: "first" "main" "more"; grid-template-rows: none; }
  .side { position: static; gap: 20px; }
  .button.narrow { display: block; margin: 16px 0 24px; }
  .card { padding: 16px; }
  .app { grid-template-columns: 48px minmax(0, 1fr); }
  .app .meta { grid-column: 2; text-align: left; max-width: none; }
  .app .meta span { display: inline; }
  .app .meta span + span::before { content: "· "; }
  .app .summary { white-space: normal; }
  .search input { flex-basis: 100%; }
  .search select { flex: 1 1 auto; }
  .shots img { height: 260px; }
}
`;

/** Returns the variables that give the page the store's accent. */
export function accentColors(accent: string): string {
  const { light, dark } = deriveAccent(accent);
  const colors = ({ main, dark: hover, contrastText }: typeof light) =>
    `:root { --lead: ${main}; --lead-hover: ${hover}; --on-lead: ${contrastText}; }`;
  return `${colors(light)}\n@media (prefers-color-scheme: dark) { ${colors(dark)} }\n`;
}

/** The rule that loads the console's typeface from `url`. */
export function fontFace(url: string): string {
  return `@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: swap; src: url("${url}") format("woff2"); }`;
}

/** Shows the copy buttons where the browser allows copying. They copy the text of the element that `data-copy` names. */
export const SCRIPT = `
if (navigator.clipboard) for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const label = button.textContent;
    const { copied, select } = document.body.dataset;
    try {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).dataset.text);
      button.textContent = copied;
    } catch { button.textContent = select; }
    setTimeout(() => { button.textContent = label; }, 2000);
  });
}
`;
