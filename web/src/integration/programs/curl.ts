import type { OpShown } from '@sync/gen/api'

/** A text as one word of a shell. */
const word = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The command that fetches a token for a program, into TOKEN. Its client id and secret are in CLIENT_ID and CLIENT_SECRET. */
export const tokenCommand = (origin: string) =>
  `TOKEN=$(curl -sS ${word(`${origin}/api/token`)} -H 'Content-Type: application/json' \\
  -d '{"grantType":"client_credentials","clientId":"'"$CLIENT_ID"'","clientSecret":"'"$CLIENT_SECRET"'"}' \\
  | sed -E 's/.*"accessToken":"([^"]+)".*/\\1/')`

/** The command that makes a call. One that writes carries `key`, the same at each run: repeated after a lost answer, it does nothing twice. */
export function curlOf(call: OpShown, origin: string, key: string): string {
  const request: Record<string, unknown> = call.Example ? JSON.parse(call.Example) : {}
  const path = call.Path.replace(/\{(\w+)\}/g, (place, name: string) => {
    if (!(name in request)) return place
    const value = encodeURIComponent(String(request[name]))
    delete request[name] // said once: the two could differ
    return value
  })
  const lines = [`curl -sS -X ${call.Method} ${word(`${origin}/api/${path}`)}`, '-H "Authorization: Bearer $TOKEN"']
  if (call.Writes) lines.push('-H "Idempotency-Key: $KEY"')
  if (call.Files) lines.push("-F 'file=@file.csv'")
  if (call.Example && (call.Method === 'GET' || call.Files)) {
    const form = call.Files ? '-F ' : '--data-urlencode '
    if (!call.Files) lines.push('-G')
    for (const [name, value] of Object.entries(request))
      lines.push(form + word(`${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`))
  } else if (call.Example)
    lines.push("-H 'Content-Type: application/json'", `-d ${word(path === call.Path ? call.Example : JSON.stringify(request, null, 2))}`)
  return (call.Writes ? `KEY=${key}\n` : '') + lines.join(' \\\n  ')
}
