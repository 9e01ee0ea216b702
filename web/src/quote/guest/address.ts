export interface Address {
  quote: string
  token: string
  edit: string
}

/**
 * The mail's link has the secret behind the #, which travels to no server by itself. An address of the documents' form, with AccessID in the query,
 * is read too, and the secret is moved out of what the browser would keep and send on.
 */
export function addressOf(at: URL): Address {
  const query = new Map([...at.searchParams].map(([k, v]) => [k.toLowerCase(), v]))
  return { quote: query.get('quoteid') ?? '', token: at.hash.slice(1) || (query.get('accessid') ?? ''), edit: query.get('useredit') ?? '' }
}

export function hideSecret(at: URL): string {
  for (const name of [...at.searchParams.keys()]) {
    if (name.toLowerCase() !== 'accessid') continue
    at.hash ||= at.searchParams.get(name) ?? ''
    at.searchParams.delete(name)
  }
  return at.pathname + at.search + at.hash
}

/** What the address of an acknowledgement names: labels, beside the secret that lets in. */
export function labelsOf(at: URL) {
  const query = new Map([...at.searchParams].map(([k, v]) => [k.toLowerCase(), v]))
  return { RFQId: query.get('rfqid') ?? '', carrierSCAC: query.get('carrierscac') ?? '', token: at.hash.slice(1) }
}
