/** A refusal as the server words it. */
export const problem = (status: number, code: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, code, ...more }), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  })

export const json = (value: unknown) => new Response(JSON.stringify(value), { headers: { 'Content-Type': 'application/json' } })
