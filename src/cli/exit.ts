/** What the command tells scripts: nothing wrong, findings of severity error, or nothing that could be judged. */
export const EXIT = { clean: 0, errors: 1, unreadable: 2 } as const;
