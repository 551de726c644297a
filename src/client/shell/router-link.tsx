import {
  type ComponentProps,
  type ComponentType,
  createContext,
  createElement,
  type MouseEvent,
  useContext,
} from 'react';
import { goTo, hrefOf } from '#client/components/address/address.ts';

type PathLinkProps = Omit<ComponentProps<'a'>, 'href'> & { readonly to: string };

/** Returns true for a click by which browsers open a link in the same tab. */
function opensHere({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
}

/** Links to a path of the product on the sign-in page, which has no router. */
function AddressLink({ to, onClick, children, ...anchor }: PathLinkProps) {
  return (
    <a
      href={hrefOf(to)}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !opensHere(event)) return;
        event.preventDefault();
        goTo(to);
      }}
      {...anchor}
    >
      {children}
    </a>
  );
}

/** The component that links to paths of the product: the console provides the router's. */
export const PathLinkContext = createContext<ComponentType<PathLinkProps>>(AddressLink);

/** Renders all links and link buttons of MUI: paths of the product stay on this page, others are ordinary links. */
export function RouterLink({ href = '', children, ...anchor }: ComponentProps<'a'>) {
  const pathLink = useContext(PathLinkContext);
  if (href.startsWith('/')) return createElement(pathLink, { ...anchor, to: href }, children);
  return (
    <a href={href} {...anchor}>
      {children}
    </a>
  );
}
