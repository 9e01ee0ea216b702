import { expect, test } from 'vitest'
import { burst } from './burst'

function type(text: string, gap: number, { end = 'Enter', field = true } = {}) {
  const b = burst()
  let poor: string | undefined
  let at = 1000
  const kinds: string[] = []
  let scanned: string | undefined
  for (const key of [...text, end]) {
    at += gap
    const v = b.press(key, at, field)
    kinds.push(v.kind)
    if (v.kind === 'scan') {
      scanned = v.text
      poor = v.poor
    }
  }
  return { kinds, scanned, poor, b }
}

test('a wedge scanner is told from typing by its speed', () => {
  expect(type('00361414100073124471', 8).scanned).toBe('00361414100073124471')
  expect(type('00361414100073124471', 29).scanned).toBe('00361414100073124471')
  expect(type('seal 48213', 90).scanned).toBeUndefined()
})

test.each([35, 45, 58])('a slow scanner, %i ms a key, is heard, and known to be slow', (gap) => {
  expect(type('00361414100073124471', gap)).toMatchObject({ scanned: '00361414100073124471', poor: 'slow' })
  expect(type('1234', gap).scanned).toBeUndefined()
})

test('where no field has the focus nobody types: any pace of a scanner is heard', () => {
  expect(type('LPN4471', 120, { field: false }).scanned).toBe('LPN4471')
  expect(type('LPN4471', 300, { field: false }).scanned).toBeUndefined()
})

test('typing always goes where it was aimed', () => {
  expect(new Set(type('a slow note', 80).kinds)).toEqual(new Set(['typing']))
})

test('from the third key on a scan reaches no field, and the two that did are known', () => {
  const b = burst()
  const kinds = [...'LPN4471'].map((key, n) => b.press(key, 1000 + n * 10).kind)
  expect(kinds).toEqual(['typing', 'typing', 'held', 'held', 'held', 'held', 'held'])
  expect(b.press('Enter', 1070)).toEqual({ kind: 'scan', text: 'LPN4471', leaked: 2 })
})

test('a burst that was typing is given back whole, whatever comes behind it', () => {
  const b = burst()
  for (const [n, key] of [...'pasted'].entries()) b.press(key, 1000 + n * 5)
  expect(b.pause()).toEqual({ kind: 'typing', back: 'sted' })
  expect(b.press('Enter', 1400)).toEqual({ kind: 'typing', back: '' })

  for (const [n, key] of [...'abc'].entries()) b.press(key, 2000 + n * 50)
  expect(b.press('d', 2200)).toEqual({ kind: 'typing', back: 'c' })

  for (const [n, key] of [...'123'].entries()) b.press(key, 3000 + n * 5)
  expect(b.press('Enter', 3015)).toEqual({ kind: 'typing', back: '3' })
})

test('a label without Enter is a scan all the same, and a late Enter of it submits nothing', () => {
  const b = burst()
  for (const [n, key] of [...'00361414100073124471'].entries()) b.press(key, 1000 + n * 8)
  expect(b.pause()).toEqual({ kind: 'scan', text: '00361414100073124471', leaked: 2, poor: 'open' })
  expect(b.press('Enter', 1400).kind).toBe('held')
  expect(b.press('Enter', 1450).kind).toBe('typing')
})

test('modifier keys inside a scan do not break it', () => {
  const b = burst()
  let at = 1000
  for (const key of ['L', 'Shift', 'P', 'Shift', 'N', '1', '2']) {
    at += 10
    b.press(key, at)
  }
  expect(b.press('Enter', at + 10)).toEqual({ kind: 'scan', text: 'LPN12', leaked: 2 })
})

test('an Enter long after a burst, or after too short a one, is a key like any other', () => {
  expect(type('123', 5).scanned).toBeUndefined()
  const b = burst()
  for (const [n, key] of [...'12345'].entries()) b.press(key, 1000 + n * 5)
  expect(b.press('Enter', 2000).kind).toBe('typing')
})

test('two scans in a row are two scans', () => {
  const b = burst()
  const scans: string[] = []
  let at = 0
  for (const key of [...'11112222', 'Enter', ...'33334444', 'Enter']) {
    at += 6
    const v = b.press(key, at)
    if (v.kind === 'scan') scans.push(v.text)
  }
  expect(scans).toEqual(['11112222', '33334444'])
})

test('a label whose keys falter once on the way is one label, and none of it is left in the field', () => {
  const b = burst()
  const kinds = [...'LPN-00004471'].map((key, n) => b.press(key, 1000 + n * 5 + (n > 7 ? 110 : 0)).kind)
  expect(new Set(kinds.slice(2))).toEqual(new Set(['held']))
  expect(b.press('Enter', 1175)).toEqual({ kind: 'scan', text: 'LPN-00004471', leaked: 2 })
})
