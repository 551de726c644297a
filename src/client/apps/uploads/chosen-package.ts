/* A package chosen while its app was created, passed on to the screen that uploads it. */
interface ChosenPackage {
  readonly appId: string;
  readonly file: File;
  /** SHA-256 of the file in hexadecimal; null when the browser couldn't inspect it. */
  readonly sha256: string | null;
}

let kept: ChosenPackage | null = null;

/** Keeps a package for the upload screen of its app in memory, because an address can't contain it. */
export function keepChosenPackage(chosen: ChosenPackage): void {
  kept = chosen;
}

/** Returns the package kept for an app; null when there is none. */
export function findChosenPackage(appId: string): ChosenPackage | null {
  return kept?.appId === appId ? kept : null;
}

/** Forgets the kept package once the upload screen has it. */
export function forgetChosenPackage(): void {
  kept = null;
}
