/** Who is signed in, as it may be remembered on the device: no secret in it. */
export interface Person {
  id: string
  org: string
  name: string
  userName: string
  /** The name of the administrator who looks at the product as this person. Nothing that such a one does may be queued. */
  by?: string
}

/** Whether two are the same user, come in the same way. */
export const samePerson = (a: Person | undefined, b: Person | undefined) => a?.id === b?.id && a?.org === b?.org && a?.by === b?.by

/** The server's answer to a grant. */
export interface TokenAnswer {
  result: { accessToken: string; expiresIn: number; user?: Partial<Person> }
}
