import { GUIDE_PAGES, readGuideSource } from '../../scripts/guide/pages.ts';

/** Returns the commands for a shell in a text in Markdown: one a line, or a longer one with continued lines. */
export function readCommands(markdown: string): string[] {
  return [...markdown.matchAll(/^ *```sh\n(.*?)^ *```/gms)].flatMap(([, block = '']) =>
    block.trim().split(/(?<!\\)\n\s*/),
  );
}

/** Returns every command of the developer guide once, in the order of its pages. */
export function guideCommands(): string[] {
  return [...new Set(GUIDE_PAGES.flatMap(({ name }) => readCommands(readGuideSource(name))))];
}
