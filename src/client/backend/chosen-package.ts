/** A package that was chosen while its app was created, on its way to the screen that uploads it. */
let chosen: { readonly appId: string; readonly file: File } | null = null;

/** Keeps a file for the upload of a version of an app, within this page: a file cannot be part of an address. */
export function keepChosenPackage(appId: string, file: File): void {
  chosen = { appId, file };
}

/** The file that was kept for an app; null when there is none. */
export function findChosenPackage(appId: string): File | null {
  return chosen?.appId === appId ? chosen.file : null;
}

/** Forgets the file that was kept, once the upload's screen has it. */
export function forgetChosenPackage(): void {
  chosen = null;
}
