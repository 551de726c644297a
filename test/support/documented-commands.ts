import { GUIDE_PAGES, readGuideSource } from '../../scripts/guide/pages.ts';

/**
 * Returns the commands for a shell in a text in Markdown: of a program one a line, or a longer one with continued lines; of a
 * session those after a prompt.
 */
export function readCommands(markdown: string): string[] {
  return [...markdown.matchAll(/^ *```(sh|console)\n(.*?)^ *```/gms)].flatMap(([, kind, block = '']) =>
    kind === 'sh'
      ? block.trim().split(/(?<!\\)\n\s*/)
      : [...block.matchAll(/^ *\$ (.+)$/gm)].map(([, command = '']) => command),
  );
}

/** Returns every command of the developer guide once, in the order of its pages. */
export function guideCommands(): string[] {
  return [...new Set(GUIDE_PAGES.flatMap(({ name }) => readCommands(readGuideSource(name))))];
}
