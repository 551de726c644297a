import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/**
 * What every link and link button of MUI renders: a path of the product goes through the router,
 * any other address is an ordinary link.
 */
export function RouterLink({ href = '', ...anchor }: ComponentProps<'a'>) {
  return href.startsWith('/') ? <Link to={href} {...anchor} /> : <a href={href} {...anchor} />;
}
