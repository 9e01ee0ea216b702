import type { Env } from '@sync/env'

export type Fetch = Env['fetch']

/** A browser profile's cookies, as far as sign-in needs them: the refresh token travels in one that no script reads. */
export class Jar {
  private readonly cookies = new Map<string, string>()

  copy(): Jar {
    const jar = new Jar()
    for (const [name, value] of this.cookies) jar.cookies.set(name, value)
    return jar
  }

  /** A transport to the server at this address that keeps cookies as a browser does. */
  fetch(base: () => string, transport: Fetch = (url, init) => fetch(url, init)): Fetch {
    return async (path, init = {}) => {
      const headers = new Headers(init.headers)
      if (path.startsWith('/api/token') && this.cookies.size > 0)
        headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      const res = await transport(base() + path, { ...init, headers })
      for (const line of res.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';')
        const at = pair.indexOf('=')
        const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
        const ended = value === '' || attributes.some((a) => /^\s*max-age=0\s*$/i.test(a))
        if (ended) this.cookies.delete(name)
        else this.cookies.set(name, value)
      }
      return res
    }
  }
}
