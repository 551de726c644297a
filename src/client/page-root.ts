/** Returns the element in which the page shows everything but dialogs. */
export function pageRoot(): HTMLElement {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no element with the id "root".');
  return root;
}
