import { expect, test } from 'vitest'
import { burst } from './burst'

function type(text: string, gap: number, end = 'Enter') {
  const b = burst()
  let at = 1000
  const kinds: string[] = []
  let scanned: string | undefined
  for (const key of [...text, end]) {
    at += gap
    const v = b.press(key, at)
    kinds.push(v.kind)
    if (v.kind === 'scan') scanned = v.text
  }
  return { kinds, scanned, b }
}

test('a wedge scanner is told from typing by its speed', () => {
  expect(type('00361414100073124471', 8).scanned).toBe('00361414100073124471')
  expect(type('00361414100073124471', 29).scanned).toBe('00361414100073124471')
  expect(type('00361414100073124471', 31).scanned).toBeUndefined()
  expect(type('seal 48213', 90).scanned).toBeUndefined()
})

test('typing always goes where it was aimed', () => {
  expect(new Set(type('a slow note', 80).kinds)).toEqual(new Set(['typing']))
})

test('from the third key on a scan reaches no field, and the two that did are known', () => {
  const b = burst()
  const kinds = [...'LPN4471'].map((key, n) => b.press(key, 1000 + n * 10).kind)
  expect(kinds).toEqual(['typing', 'typing', 'held', 'held', 'held', 'held', 'held'])
  expect(b.leaked()).toBe(2)
})

test('a burst that no Enter ends is given back', () => {
  const b = burst()
  for (const [n, key] of [...'pasted'].entries()) b.press(key, 1000 + n * 5)
  expect(b.giveBack()).toBe('sted')
  expect(b.press('Enter', 1040).kind).toBe('typing')
})

test('modifier keys inside a scan do not break it', () => {
  const b = burst()
  let at = 1000
  for (const key of ['L', 'Shift', 'P', 'Shift', 'N', '1', '2']) {
    at += 10
    b.press(key, at)
  }
  expect(b.press('Enter', at + 10)).toEqual({ kind: 'scan', text: 'LPN12' })
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
