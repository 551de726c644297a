/**
 * Keeps the page when a file is dropped beside every field that takes files: browsers would open the file in its place.
 * Texts and links still go where they are dropped. Returns a function that ends this.
 */
export function guardFileDrops(target: Document): () => void {
  const keepPage = (event: DragEvent) => {
    if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  const ending = new AbortController();
  for (const name of ['dragenter', 'dragover', 'drop'] as const)
    target.addEventListener(name, keepPage, { signal: ending.signal });
  return () => ending.abort();
}
