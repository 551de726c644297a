/** Lets the reference page find operations, and print all of them. */
const search = document.querySelector<HTMLInputElement>('#search');
const found = document.querySelector<HTMLOutputElement>('#found');
const groups = [...document.querySelectorAll<HTMLElement>('.group')].map((group) => ({
  group,
  operations: [...group.querySelectorAll<HTMLElement>('.operation')].map((operation) => ({
    operation,
    text: `${operation.id} ${operation.textContent}`.toLowerCase(),
  })),
}));

/** Shows the operations that contain all words, and hides the groups without any. */
function show(words: readonly string[]): number {
  let count = 0;
  for (const { group, operations } of groups) {
    const shown = operations.filter(({ operation, text }) => {
      operation.hidden = !words.every((word) => text.includes(word));
      return !operation.hidden;
    });
    group.hidden = shown.length === 0;
    count += shown.length;
  }
  return count;
}

search?.addEventListener('input', () => {
  const query = search.value.trim().toLowerCase();
  const count = show(query.split(/\s+/));
  if (found !== null) found.textContent = query === '' ? '' : `${count} found`;
});

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === search || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  search?.focus();
});

/** Closed details print nothing. */
window.addEventListener('beforeprint', () => {
  for (const details of document.querySelectorAll('details')) details.open = true;
});
