import { Agent, type IncomingMessage, request } from 'node:http'
import { gunzipSync } from 'node:zlib'

const agent = new Agent({ keepAlive: true })

/** What is sent, and of what type it says itself that it is: a form names the bounds of its parts. */
const sentOf = async (body: RequestInit['body']): Promise<{ bytes?: string | Buffer; type?: string | null }> => {
  if (body === null || body === undefined) return {}
  if (typeof body === 'string') return { bytes: body }
  const whole = new Response(body)
  return { bytes: Buffer.from(await whole.arrayBuffer()), type: whole.headers.get('content-type') }
}

/** What `fetch` gives, without its streams, which are half of what a request costs. It follows nobody, and ends when all of the answer is here. */
export async function wire(url: string, init: RequestInit = {}): Promise<Response> {
  const { bytes: sent, type } = await sentOf(init.body)
  const length = sent === undefined ? {} : { 'content-length': Buffer.byteLength(sent) }
  const headers = {
    'accept-encoding': 'gzip',
    ...(type && { 'content-type': type }),
    ...Object.fromEntries(new Headers(init.headers)),
    ...length,
  }
  const [res, body] = await new Promise<[IncomingMessage, Buffer]>((answered, failed) => {
    const lost = (cause: Error) => failed(new TypeError('fetch failed', { cause }))
    request(url, { agent, method: init.method ?? 'GET', headers }, (res) => {
      const parts: Buffer[] = []
      res.on('data', (part: Buffer) => parts.push(part))
      res.on('end', () => answered([res, Buffer.concat(parts)]))
      res.on('error', lost) // also where it is cut off
    })
      .on('error', lost)
      .end(sent)
  })
  const heard = new Headers()
  for (let i = 0; i < res.rawHeaders.length; i += 2) heard.append(res.rawHeaders[i] ?? '', res.rawHeaders[i + 1] ?? '')
  const plain = heard.get('content-encoding') === 'gzip' && body.length > 0 ? gunzipSync(body) : body
  return new Response(plain.length > 0 ? new Uint8Array(plain) : null, { status: res.statusCode ?? 0, headers: heard })
}
