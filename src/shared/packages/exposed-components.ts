import type { AndroidFacts, ComponentFacts } from './facts.ts';

/**
 * Returns the components that every other app can use: exported, and not protected by a permission that an app must be
 * granted. Entries in the launcher, which have to be, are not among them.
 */
export function exposedComponents({
  components = [],
  declaredPermissions = [],
}: AndroidFacts): ComponentFacts[] {
  // Whoever asks for one of these gets it.
  const free = new Set(declaredPermissions.filter(({ level }) => level === 'normal').map(({ name }) => name));
  const isOpen = (permission: string | undefined) => !permission || free.has(permission);
  return components.filter(
    ({ exported, launcher, permission, writePermission = permission }) =>
      exported && !launcher && (isOpen(permission) || isOpen(writePermission)),
  );
}
