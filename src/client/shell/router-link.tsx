import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/**
 * What every link and link button of MUI renders: a path of the product goes through the router,
 * any other address is an ordinary link.
 */
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
