/**
 * Runs in every page of the browser tests: reports as console errors, which fail a test, each dialog that opens without a
 * name, or stays without the focus in it. So every dialog that a test opens is checked.
 */
export function watchDialogs(): void {
  const DIALOGS = '[role="dialog"], [role="alertdialog"]';
  const FRAMES = 60;
  const seen = new WeakSet<Element>();

  function nameOf(dialog: Element): string {
    const labels = dialog.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const label = labels.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    return (dialog.getAttribute('aria-label') ?? label).trim();
  }

  function hasFocus(dialog: Element): boolean {
    const { activeElement } = document;
    // The list of a field in the dialog is outside of it.
    return (
      dialog.contains(activeElement) ||
      activeElement?.closest('[role="presentation"], [role="dialog"]') != null
    );
  }

  /** Checks in each frame until the focus is inside, because a busy page moves it late. */
  function check(dialog: Element, framesLeft: number): void {
    requestAnimationFrame(() => {
      if (!dialog.isConnected || dialog.closest('[aria-hidden="true"]')) return;
      if (framesLeft === FRAMES && nameOf(dialog) === '')
        console.error(`A dialog has no name: ${dialog.outerHTML.slice(0, 200)}`);
      if (hasFocus(dialog)) return;
      if (framesLeft > 0) check(dialog, framesLeft - 1);
      else console.error(`The dialog "${nameOf(dialog)}" opened without the focus.`);
    });
  }

  new MutationObserver(() => {
    for (const dialog of document.querySelectorAll(DIALOGS)) {
      if (seen.has(dialog)) continue;
      seen.add(dialog);
      check(dialog, FRAMES);
    }
  }).observe(document, { childList: true, subtree: true });
}
