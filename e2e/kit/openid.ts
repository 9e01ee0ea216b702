import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Runs a provider of OpenID Connect that sends people back to an address: `e2e/kit/openid`. A person is an account, an e-mail address and a name. */
export async function openid(returnTo: string, ...people: [account: string, email: string, name: string][]) {
  const child = spawn('go', ['run', './e2e/kit/openid', returnTo, ...people.flat()], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const [issuer] = (await once(createInterface(child.stdout), 'line')) as [string] // its only line
  return {
    issuer,
    secret: "the program's secret at the provider",
    password: "everybody's password",
    stop: () => void (child.pid && process.kill(-child.pid, 'SIGINT')),
  }
}
