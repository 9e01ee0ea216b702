import type { OrgPlace } from '@sync/gen/api'

/** Words of a street that are written short, as USPS Publication 28 lists them; only such that mean one thing. */
const short: Record<string, string> = {
  STREET: 'ST',
  AVENUE: 'AVE',
  AV: 'AVE',
  ROAD: 'RD',
  LANE: 'LN',
  DRIVE: 'DR',
  BOULEVARD: 'BLVD',
  HIGHWAY: 'HWY',
  PARKWAY: 'PKWY',
  COURT: 'CT',
  PLACE: 'PL',
  CIRCLE: 'CIR',
  SQUARE: 'SQ',
  TERRACE: 'TER',
  TRAIL: 'TRL',
  SUITE: 'STE',
  BUILDING: 'BLDG',
  FLOOR: 'FL',
  APARTMENT: 'APT',
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
}

const plain = (text: string) =>
  text
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((w) => short[w] ?? w)
    .join(' ')

const written = (p: OrgPlace) => {
  const country = p.Country || 'US'
  const zip = country === 'US' ? p.Zip.slice(0, 5) : p.Zip
  return [plain(`${p.Street} ${p.Street2}`), plain(p.City), plain(p.State), plain(zip), country].join('|')
}

/** Whether the addresses of rows are one place that is written in several ways. */
export const oneAddress = (rows: OrgPlace[]) => new Set(rows.map(written)).size === 1
