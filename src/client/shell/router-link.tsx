import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/** Renders all links and link buttons of MUI: paths of the product use the router, others are ordinary links. */
export function RouterLink({ href = '', children, ...anchor }: ComponentProps<'a'>) {
  if (href.startsWith('/')) {
    return (
      <Link to={href} {...anchor}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} {...anchor}>
      {children}
    </a>
  );
}
