type Reject = (problem: string) => void;

/** Returns the path below which the store is served, between slashes. */
export function readBasePath(text: string, reject: Reject): string {
  const path = `/${text}/`.replace(/^\/{2,}/, '/').replace(/\/{2,}$/, '/');
  const segments = path.split('/').slice(1, -1);
  const fine = segments.every((segment) => /^[\w.~-]+$/.test(segment) && !/^\.\.?$/.test(segment));
  if (fine) return path;
  reject(
    `BASE_PATH is "${text}". Use a path of letters, digits, "-", "_", "." and "~" between slashes, such as /quayside/ or /.`,
  );
  return '/quayside/';
}

/** Returns the address that browsers use, which ends with the base path. */
export function readPublicUrl(text: string, basePath: string, reject: Reject): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    reject(
      `PUBLIC_URL is "${text}". Use the http or https address that browsers use, such as https://hub.example.org${basePath}.`,
    );
    return `http://localhost${basePath}`;
  }
  const path = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  if (path !== basePath) {
    reject(
      `PUBLIC_URL ends in "${path}" but BASE_PATH is "${basePath}". Set PUBLIC_URL=${url.origin}${basePath} or BASE_PATH=${path}.`,
    );
  }
  return `${url.origin}${path}`;
}

/** Returns the origins of the issuers in the operator's own network; rejects what isn't an address. */
export function readPrivateIssuers(text: string | null, reject: Reject): string[] {
  return (text?.split(/[\s,]+/) ?? []).filter(Boolean).flatMap((address) => {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url && /^https?:$/.test(url.protocol)) return url.origin;
    reject(
      `OIDC_PRIVATE_ISSUERS contains "${address}". List the addresses of issuers in your own network, such as https://gitlab.internal.`,
    );
    return [];
  });
}
