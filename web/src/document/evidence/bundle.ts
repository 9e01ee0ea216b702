/** An evidence bundle, checked as `lading verify bundle.zip` checks it (server/kit/evidence/bundle.go); sync/testdata/evidence.json is run by both. No network is asked. */
import { sha256 } from '../seal/anatomy'
import { checkPaper } from '../seal/check'
import { verifyCms } from '../seal/cms'
import { checkOrder, type Device, type Finding, type Looked } from './chain'
import { lookAll } from './lookAll'
import { Zip } from './zip'

export interface Manifest {
  format: string
  organisation: string
  shipmentId: string
  bill: string
  at: number
  events: number
  head: string
  files: { name: string; sha256: string; size: number }[]
  /** Files that events name and that had not arrived when the bundle was made. */
  absent: string[]
}

export interface BundleVerdict {
  findings: Finding[]
  manifest?: Manifest
  /** Events that carry a device's signature, and the devices that made them. */
  signed: number
  devices: number
  by?: { fingerprint: string; name: string }
}

const format = 'lading evidence 1'
const manifestName = 'manifest.json'
const signatureName = 'manifest.json.p7s'
const eventsName = 'events.ndjson'
const devicesName = 'devices.json'
const revokedName = 'revocations.json'

/**
 * `known` tells whether a certificate is the organisation's, or was before its key was no longer safe; `revoked` since when. What the bundle itself tells
 * of revocations is added to it.
 */
export async function checkBundle(
  bytes: Uint8Array<ArrayBuffer>,
  known: (fingerprint: string) => boolean | 'revoked',
  revoked: ReadonlyMap<string, Date> = new Map(),
): Promise<BundleVerdict> {
  const findings: Finding[] = []
  const verdict: BundleVerdict = { findings, signed: 0, devices: 0 }
  const opened = await openBundle(bytes)
  if (!opened) {
    findings.push({ code: 'evidence-not-bundle' })
    return verdict
  }
  const { zip, raw, manifest } = opened
  verdict.manifest = manifest
  const ended = await revocations(zip, revoked)
  const signature = await zip.read(signatureName)
  const { problem, by } = signature ? await verifyCms(signature, await sha256(raw)) : { problem: 'form' as const }
  if (problem) findings.push({ code: problem === 'content' ? 'evidence-manifest-changed' : 'evidence-manifest-signature' })
  else if (by) {
    verdict.by = by
    const whose = known(by.fingerprint)
    if (whose === true && ended.has(by.fingerprint)) findings.push({ code: 'evidence-certificate-revoked' })
    else if (whose !== true) findings.push({ code: whose === 'revoked' ? 'evidence-certificate-revoked' : 'evidence-certificate-unknown' })
  }

  // The chain first: it names a place more exactly than a file's hash can.
  const text = await zip.read(devicesName)
  const devices = text && parse<Device[]>(text)
  const raws = await zip.read(eventsName)
  let events: Looked[] = []
  if (!raws) findings.push({ code: 'evidence-file-missing', file: eventsName })
  else {
    const known = Array.isArray(devices) ? devices : []
    const { looked, bad } = await lookAll(raws, known)
    if (bad) findings.push({ code: 'evidence-events-malformed', n: bad })
    else {
      events = looked
      findings.push(...checkOrder(events))
      if (Array.isArray(devices)) {
        let signed = 0
        for (const e of events)
          if (e.signed === 'held') signed++
          else if (e.signed) findings.push({ code: e.signed, n: e.n })
        Object.assign(verdict, { signed, devices: devices.length })
      } else if (text) findings.push({ code: 'evidence-file-changed', file: devicesName })
      const n = events.length
      if (n < manifest.events && !findings.some((f) => f.code === 'evidence-event-missing'))
        for (let k = n + 1; k <= Math.min(manifest.events, n + 100); k++) findings.push({ code: 'evidence-event-missing', n: k })
      if (findings.length === 0 && (events[n - 1]?.hash !== manifest.head || events[0]?.shipmentId !== manifest.shipmentId))
        findings.push({ code: 'evidence-head', n })
    }
  }
  await checkFiles(zip, manifest, findings)
  await checkNamed(zip, manifest, events, ended, findings)
  return verdict
}

/** Since when a certificate no longer counts, in milliseconds: the earliest that anybody told. */
async function revocations(zip: Zip, known: ReadonlyMap<string, Date>): Promise<Map<string, number>> {
  const since = new Map([...known].map(([id, at]) => [id, at.getTime()]))
  const raw = await zip.read(revokedName)
  const told = raw && parse<{ certificate: string; at: number }[]>(raw)
  if (Array.isArray(told)) for (const { certificate, at } of told) since.set(certificate, Math.min(at, since.get(certificate) ?? at))
  return since
}

async function openBundle(bytes: Uint8Array<ArrayBuffer>) {
  try {
    const zip = new Zip(bytes)
    const raw = await zip.read(manifestName)
    const manifest = raw && parse<Manifest>(raw)
    return raw && manifest?.format === format ? { zip, raw, manifest } : undefined
  } catch {
    return undefined
  }
}

function parse<T>(bytes: Uint8Array): T | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T // a bundle's own shape; what does not fit it is found
  } catch {
    return undefined
  }
}

/** Holds every file against the list that the organisation signed. */
async function checkFiles(zip: Zip, manifest: Manifest, findings: Finding[]) {
  const chainSound = findings.length === 0
  const listed = new Set([manifestName, signatureName])
  for (const f of manifest.files) {
    listed.add(f.name)
    if (f.name === eventsName && !chainSound) continue // said more exactly already
    const bytes = await zip.read(f.name)
    if (!bytes) findings.push({ code: 'evidence-file-missing', file: f.name })
    else if ((await sha256(bytes)) !== f.sha256) findings.push({ code: 'evidence-file-changed', file: f.name })
  }
  for (const name of zip.names) if (!listed.has(name)) findings.push({ code: 'evidence-file-unknown', file: name })
}

/** Asks for every file that an event names, and has sealed papers checked by their own seal. */
async function checkNamed(
  zip: Zip,
  manifest: Manifest,
  events: readonly Looked[],
  revoked: ReadonlyMap<string, number>,
  findings: Finding[],
) {
  const listed = new Map(manifest.files.map((f) => [f.sha256, f.name]))
  for (const e of events) {
    for (const hash of e.named)
      if (!listed.has(hash) && !manifest.absent.includes(hash)) findings.push({ code: 'evidence-file-missing', n: e.n, file: hash })
    if (!e.sealed) continue
    const { paper, certificate, at } = e.sealed
    if (at > (revoked.get(certificate) ?? Number.POSITIVE_INFINITY)) findings.push({ code: 'evidence-paper-revoked', n: e.n })
    const file = listed.get(paper)
    const pdf = file && (await zip.read(file))
    if (!pdf) continue
    const held = await checkPaper(pdf, { seals: new Set([certificate]), stamps: new Set() }, new Date(at))
    if (held.findings.length > 0) findings.push({ code: 'evidence-paper', n: e.n, file })
  }
}
