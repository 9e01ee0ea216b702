import { execFileSync } from 'node:child_process'

/** The simulation's server, as the sources have it now; with the flags of the binary, so that only what is its own is compiled. */
export default function build(): void {
  if (process.env.LADING_BUILT) return // by whoever runs many pieces
  const env = { ...process.env, GOFLAGS: `${process.env.GOFLAGS ?? ''} -trimpath`.trim(), CGO_ENABLED: '0' }
  execFileSync('go', ['build', '-o', 'bin/sim', './e2e/sim/server'], { stdio: 'inherit', env })
}
