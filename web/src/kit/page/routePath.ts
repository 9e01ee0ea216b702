/** The router's spelling of a page's address: `{id}` becomes `$id`, `{id?}` becomes `{-$id}`. */
export const routePath = (route: string) =>
  route.replace(/\{(\w+)(\?)?\}/g, (_, name: string, optional?: string) => (optional ? `{-$${name}}` : `$${name}`))
