import type { OpShown } from '@sync/gen/api'

/** A text as one word of a shell. */
const word = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The command that fetches a token for a program, into TOKEN. Its client id and secret are in CLIENT_ID and CLIENT_SECRET. */
export const tokenCommand = (origin: string) =>
  `TOKEN=$(curl -sS ${word(`${origin}/api/token`)} -H 'Content-Type: application/json' \\
  -d '{"grantType":"client_credentials","clientId":"'"$CLIENT_ID"'","clientSecret":"'"$CLIENT_SECRET"'"}' \\
  | sed -E 's/.*"accessToken":"([^"]+)".*/\\1/')`

/** The command that makes a call. A program's commands carry a key, so that a repeat after a lost answer does nothing twice. */
export function curlOf(call: OpShown, origin: string): string {
  const lines = [`curl -sS -X ${call.Method} ${word(`${origin}/api/${call.Path}`)}`, '-H "Authorization: Bearer $TOKEN"']
  if (call.Writes && !call.Files) lines.push('-H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)"')
  if (call.Files) lines.push("-F 'file=@file.csv'")
  if (call.Example && (call.Method === 'GET' || call.Files)) {
    const form = call.Files ? '-F ' : '--data-urlencode '
    if (!call.Files) lines.push('-G')
    for (const [name, value] of Object.entries(JSON.parse(call.Example) as object))
      lines.push(form + word(`${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`))
  } else if (call.Example) lines.push("-H 'Content-Type: application/json'", `-d ${word(call.Example)}`)
  return lines.join(' \\\n  ')
}
