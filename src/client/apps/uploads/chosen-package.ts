/* A package chosen while its app was created, passed on to the screen that uploads it. */
let chosen: { readonly appId: string; readonly file: File } | null = null;

/** Keeps a file for the upload screen of an app in memory, because an address can't contain it. */
export function keepChosenPackage(appId: string, file: File): void {
  chosen = { appId, file };
}

/** Returns the file kept for an app; null when there is none. */
export function findChosenPackage(appId: string): File | null {
  return chosen?.appId === appId ? chosen.file : null;
}

/** Forgets the kept file once the upload screen has it. */
export function forgetChosenPackage(): void {
  chosen = null;
}
