/** Who is signed in, as it may be remembered on the device: no secret in it. */
export interface Person {
  id: string
  org: string
  name: string
  userName: string
}

/** The server's answer to a grant. */
export interface TokenAnswer {
  result: { accessToken: string; expiresIn: number; user?: Partial<Person> }
}
