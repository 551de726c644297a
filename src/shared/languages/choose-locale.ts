/**
 * Returns the one of some languages (BCP 47 tags) that suits a person best: the first wanted one that there is, exactly
 * or in another region; null when there is none.
 */
export function chooseLocale(available: readonly string[], wanted: readonly string[]): string | null {
  for (const tag of wanted) {
    const exact = available.find((locale) => locale.toLowerCase() === tag.toLowerCase());
    const found = exact ?? available.find((locale) => primaryLanguage(locale) === primaryLanguage(tag));
    if (found !== undefined) return found;
  }
  return null;
}

/** Returns the language of a tag without script and region, such as `pt` of `pt-BR`. */
export function primaryLanguage(tag: string): string {
  return (tag.split('-')[0] ?? '').toLowerCase();
}
