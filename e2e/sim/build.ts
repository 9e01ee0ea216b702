import { execFileSync } from 'node:child_process'

/** The simulation's server, as the sources have it now. */
export default function build(): void {
  execFileSync('go', ['build', '-o', 'bin/sim', './e2e/sim/server'], { stdio: 'inherit' })
}
