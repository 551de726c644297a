/** Lets readers search the guide: every section that contains all words, those with them in their titles or addresses first. */

interface Section {
  readonly title: string;
  readonly page: string;
  readonly address: string;
  readonly text: string;
}

const MAX_RESULTS = 8;
/** The characters of a result's text around the first word. */
const EXCERPT = 110;

const form = document.querySelector<HTMLFormElement>('.search');
const input = document.querySelector<HTMLInputElement>('#search');
const results = document.querySelector<HTMLUListElement>('#results');
const found = document.querySelector<HTMLOutputElement>('#found');
let index: Promise<readonly Section[]> | null = null;

/** Requests the index once, when somebody begins to search; again after it couldn't be loaded. */
function readIndex(address: string): Promise<readonly Section[]> {
  index ??= fetch(address)
    .then((response) => (response.ok ? (response.json() as Promise<readonly Section[]>) : Promise.reject()))
    .catch((error: unknown) => {
      index = null;
      throw error;
    });
  return index;
}

function search(sections: readonly Section[], words: readonly string[]): readonly Section[] {
  const rank = ({ title, page, address, text }: Section) => {
    const inTitle = title.toLowerCase();
    const all = `${inTitle} ${page} ${text}`.toLowerCase();
    if (!words.every((word) => all.includes(word))) return null;
    return words.filter((word) => `${inTitle} ${address}`.includes(word)).length;
  };
  return sections
    .flatMap((section) => {
      const titleMatches = rank(section);
      return titleMatches === null ? [] : [{ section, titleMatches }];
    })
    .sort((one, other) => other.titleMatches - one.titleMatches)
    .map(({ section }) => section);
}

function excerptOf({ text }: Section, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 30);
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const excerpt = text.slice(start, start + EXCERPT);
  return `${start > 0 ? '… ' : ''}${excerpt}${start + EXCERPT < text.length ? ' …' : ''}`;
}

function element(name: string, text: string): HTMLElement {
  return Object.assign(document.createElement(name), { textContent: text });
}

function renderResult(section: Section, word: string): HTMLLIElement {
  const link = document.createElement('a');
  link.href = section.address;
  link.append(element('strong', section.title), element('small', section.page));
  link.append(element('span', excerptOf(section, word)));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function close(): void {
  results?.replaceChildren();
  results?.toggleAttribute('hidden', true);
  if (found) found.textContent = '';
}

async function showMatches(): Promise<void> {
  if (!form || !input || !results || !found) return;
  try {
    const sections = await readIndex(form.dataset['index'] ?? '');
    // What is in the field now, because it may have changed meanwhile.
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const [first] = words;
    if (first === undefined) return close();
    const matches = search(sections, words);
    results.replaceChildren(...matches.slice(0, MAX_RESULTS).map((section) => renderResult(section, first)));
    results.hidden = matches.length === 0;
    found.textContent = matches.length === 0 ? 'No results' : `${matches.length} found`;
  } catch {
    close();
    found.textContent = 'The search couldn’t be loaded. Try again.';
  }
}

/** Moves the focus between the field and the results. */
function move(step: 1 | -1): void {
  const links = [...(results?.querySelectorAll('a') ?? [])];
  const at = links.findIndex((link) => link === document.activeElement) + step;
  (links[at] ?? (at < 0 ? input : null))?.focus();
}

input?.addEventListener('input', () => void showMatches());
// The links of results are those of the page that is open, too.
results?.addEventListener('click', close);
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  results?.querySelector('a')?.click();
});
form?.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  } else if (event.key === 'Escape') {
    event.preventDefault();
    if (input) input.value = '';
    close();
    input?.focus();
  }
});
form?.addEventListener('focusout', ({ relatedTarget }) => {
  if (!(relatedTarget instanceof Node) || !form.contains(relatedTarget))
    results?.toggleAttribute('hidden', true);
});
input?.addEventListener('focus', () => results?.toggleAttribute('hidden', results.childElementCount === 0));
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === input) return;
  event.preventDefault();
  input?.focus();
});
if (form) form.hidden = false;
