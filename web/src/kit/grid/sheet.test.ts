import { describe, expect, test } from 'vitest'
import { readTable, writeTable } from './clipboard'
import type { GridColumn } from './column'
import { clearRange, copyRange, fillDown, findText, pasteRange, replaceText } from './range'
import { Sheet } from './sheet'
import { mannerOf, readClock, readDay, readNumber } from './values'

interface Line {
  id: string
  name: string
  lb: string
  unit: string
  on: string
}

const columns: GridColumn<Line>[] = [
  { key: 'id', label: 'Order', text: (r) => r.id, locked: true },
  { key: 'name', label: 'Goods', text: (r) => r.name, required: true, max: 20, fill: (t) => (t === 'Paint' ? { unit: 'kg' } : undefined) },
  { key: 'lb', label: 'Weight', kind: 'number', text: (r) => r.lb, required: true, min: 0.001 },
  { key: 'unit', label: 'Unit', kind: 'choice', text: (r) => r.unit, choices: [{ value: 'lb', label: 'pounds' }, { value: 'kg' }] },
  { key: 'on', label: 'Day', kind: 'day', text: (r) => r.on },
]
const line = (id: string, more: Partial<Line> = {}): Line => ({ id, name: 'Bolts', lb: '10', unit: 'lb', on: '2026-11-23', ...more })
let made = 0
const sheetOf = (...rows: Line[]) => {
  const sheet = new Sheet<Line>(columns, {
    id: (r) => r.id,
    manner: { decimal: '.', monthFirst: true, year: 2026 },
    blank: (_, id) => line(id, { name: '', lb: '', on: '' }),
    newId: () => `new-${++made}`,
  })
  sheet.setRows(rows)
  return sheet
}
const words = (w: unknown) => (w && typeof w === 'object' && 'message' in w ? String(w.message) : String(w))

describe('values', () => {
  const us = { ...mannerOf('en'), year: 2026 }
  const fr = { ...mannerOf('fr'), year: 2026 }
  test.each([
    ['1,250.5', '1250.5'],
    ['1.250,5', '1250.5'],
    ['12,5', '12.5'],
    ['1 250', '1250'],
    ['1,250', '1250'],
    ['.5', '0.5'],
    ['-3', '-3'],
    ['1.2345', '1.235'],
    ['ten', undefined],
    ['1,2,3x', undefined],
    ['=1+1', undefined],
  ])('the number %s', (raw, want) => expect(readNumber(raw, us)).toBe(want))
  test('a comma is where the fraction begins in France', () => {
    expect(readNumber('1,250', fr)).toBe('1.25')
    expect(readNumber('1.250', fr)).toBe('1250')
  })
  test.each([
    ['11/23/2026', '2026-11-23'],
    ['23/11/2026', '2026-11-23'],
    ['3/4', '2026-03-04'],
    ['2026-11-23T00:00:00Z', '2026-11-23'],
    ['23-Nov-26', '2026-11-23'],
    ['2026-02-30', undefined],
    ['soon', undefined],
  ])('the day %s', (raw, want) => expect(readDay(raw, us)).toBe(want))
  test('elsewhere the day comes first', () => expect(readDay('3/4', fr)).toBe('2026-04-03'))
  test.each([
    ['9', '09:00'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['9:30 pm', '21:30'],
    ['12 am', '00:00'],
    ['11:00 A.M.', '11:00'],
    ['15:30:00', '15:30'],
    ['24:00', undefined],
    ['13 pm', undefined],
  ])('the time %s', (raw, want) => expect(readClock(raw)).toBe(want))
})

describe('the clipboard of a spreadsheet', () => {
  test('quotes, line ends within a cell, and the empty line at the end', () => {
    expect(readTable('a\t"b ""x""\tc"\r\n\t"two\nlines"\r\n')).toEqual([
      ['a', 'b "x"\tc'],
      ['', 'two\nlines'],
    ])
    expect(readTable('5" pipe\tx')).toEqual([['5" pipe', 'x']])
  })
  test('what it would run as a formula goes out as a text, a negative number as a number', () => {
    expect(writeTable([['=HYPERLINK("x")', '-5', '+1 404', 'a\tb']])).toBe(`"'=HYPERLINK(""x"")"\t-5\t'+1 404\t"a\tb"`)
  })
  test('goes around and comes back', () => {
    const cells = [
      ['a "b"', 'c\nd'],
      ['', 'e\tf'],
    ]
    expect(readTable(writeTable(cells))).toEqual(cells)
  })
})

test('what is typed lies on top of the data, and undo takes steps back', () => {
  const s = sheetOf(line('1'), line('2'))
  s.put([{ id: '1', key: 'lb', text: '1,250.5' }])
  s.put([{ id: '2', key: 'unit', text: 'KG' }])
  expect([s.text('1', 'lb'), s.text('2', 'unit'), s.touched]).toEqual(['1250.5', 'kg', ['1', '2']])
  expect(s.undo()).toMatchObject({ id: '2', key: 'unit' })
  expect(s.text('2', 'unit')).toBe('lb')
  s.undo()
  expect([s.touched, s.canUndo, s.canRedo]).toEqual([[], false, true])
  s.redo()
  expect(s.text('1', 'lb')).toBe('1250.5')
  s.put([{ id: '1', key: 'lb', text: '10' }])
  expect(s.touched).toEqual([])
  expect(s.canRedo).toBe(false)
})

test('nobody types into a locked cell, and what a value says besides is one step with it', () => {
  const s = sheetOf(line('1'))
  expect(s.put([{ id: '1', key: 'id', text: '9' }])).toBe(0)
  s.put([{ id: '1', key: 'name', text: 'Paint' }])
  expect(s.text('1', 'unit')).toBe('kg')
  s.undo()
  expect([s.text('1', 'name'), s.text('1', 'unit')]).toEqual(['Bolts', 'lb'])
})

test('each wrong cell says what is wrong, and the others of the row do not', () => {
  const s = sheetOf(line('1'), line('2'), line('3', { lb: '' }))
  pasteRange(s, [['x'.repeat(21), 'ten', 'stone', '2026-13-01']], { top: 0, bottom: 0, left: 1, right: 1 })
  expect([...s.faultsOf('1')].map(([k, w]) => `${k}: ${words(w)}`)).toEqual([
    'name: At most {max} characters.',
    'lb: {text} is not a number.',
    'unit: {text} is not one of the choices.',
    'on: {text} is not a day.',
  ])
  expect(s.faultsOf('3').size).toBe(0) // it came so, and nobody has touched it
  s.put([{ id: '3', key: 'name', text: 'Nuts' }])
  expect(s.wrong.map((w) => w.id + w.key)).toEqual(['1name', '1lb', '1unit', '1on', '3lb'])
})

test('2,000 pasted rows with 37 mistakes: the mistakes are marked, the rest can be saved', () => {
  const s = sheetOf(...Array.from({ length: 2000 }, (_, n) => line(String(n))))
  const table = Array.from({ length: 2000 }, (_, n) => ['Nuts', n % 55 === 0 && n < 2000 - 18 ? 'x' : String(n + 1), 'kg'])
  const bad = table.filter((r) => r[1] === 'x').length
  const began = performance.now()
  expect(pasteRange(s, table, { top: 0, bottom: 0, left: 1, right: 1 }).written).toBe(6000)
  expect(s.wrong).toHaveLength(bad)
  expect(bad).toBe(37)
  expect(s.touched.filter((id) => s.faultsOf(id).size === 0)).toHaveLength(2000 - 37)
  expect(performance.now() - began).toBeLessThan(2000) // a hundred times what it takes
})

test('a table pastes at the corner, fills a range that it fits into, and says what fell off', () => {
  const s = sheetOf(line('1'), line('2'), line('3'), line('4'))
  expect(pasteRange(s, [['7']], { top: 0, bottom: 3, left: 2, right: 2 })).toMatchObject({ written: 4, outside: 0 })
  expect(copyRange(s, { top: 0, bottom: 3, left: 2, right: 2 })).toEqual([['7'], ['7'], ['7'], ['7']])
  expect(pasteRange(s, [['8'], ['9']], { top: 3, bottom: 3, left: 2, right: 2 })).toEqual({
    written: 1,
    outside: 1,
    range: { top: 3, bottom: 3, left: 2, right: 2 },
  })
  s.undo()
  s.undo()
  expect(s.touched).toEqual([])
})

test('fill down, clear, find and replace', () => {
  const s = sheetOf(line('1', { name: 'Red paint' }), line('2'), line('3'))
  fillDown(s, { top: 0, bottom: 2, left: 1, right: 1 })
  expect(s.text('3', 'name')).toBe('Red paint')
  expect(findText(s, 'RED').map((f) => f.row)).toEqual([0, 1, 2])
  expect(replaceText(s, 'red', '$& blue')).toBe(3)
  expect(s.text('2', 'name')).toBe('$& blue paint')
  s.put([{ id: '1', key: 'on', text: '' }])
  fillDown(s, { top: 1, bottom: 1, left: 4, right: 4 }) // one row takes what is above it
  expect(s.text('2', 'on')).toBe('')
  clearRange(s, { top: 0, bottom: 0, left: 0, right: 2 })
  expect([s.text('1', 'id'), s.text('1', 'name'), s.text('1', 'lb')]).toEqual(['1', '', ''])
  expect(s.wrong).toHaveLength(2)
})

test('data that changes under the person: their edits stay, rows keep their places', () => {
  const s = sheetOf(line('1'), line('2'), line('3'))
  s.put([{ id: '2', key: 'lb', text: '20' }])
  s.setRows([line('9'), line('3'), line('1'), line('4'), line('2', { name: 'Nuts' })])
  expect(s.ids).toEqual(['9', '1', '4', '2', '3'])
  expect([s.text('2', 'lb'), s.text('2', 'name')]).toEqual(['20', 'Nuts'])
  expect(s.clashes).toEqual([])
  s.setRows([line('1'), line('2', { lb: '20' }), line('3')])
  expect(s.touched).toEqual([]) // the data has caught up
})

test('of a cell that somebody else changed both texts stand until one is chosen', () => {
  const s = sheetOf(line('1'), line('2'))
  s.put([{ id: '1', key: 'lb', text: '20' }])
  s.put([{ id: '2', key: 'lb', text: '20' }])
  s.setRows([line('1', { lb: '30' }), line('2', { lb: '40' })])
  expect(s.clash('1', 'lb')).toEqual({ mine: '20', theirs: '30' })
  s.settle('1', 'lb', 'mine')
  s.settle('2', 'lb', 'theirs')
  expect([s.text('1', 'lb'), s.text('2', 'lb'), s.clashes, s.touched]).toEqual(['20', '40', [], ['1']])
})

test('a row that is gone stays while something unsaved is in it', () => {
  const s = sheetOf(line('1'), line('2'))
  s.put([{ id: '1', key: 'lb', text: '20' }])
  s.setRows([])
  expect(s.ids).toEqual(['1'])
  expect([s.isGone('1'), s.locked('1', 'lb')]).toEqual([true, true])
  s.forget(['1'])
  expect(s.ids).toEqual([])
})

test('what is typed while a row is being saved stays unsaved', () => {
  const s = sheetOf(line('1'), line('2'))
  s.put([{ id: '1', key: 'name', text: 'Nuts' }])
  const typed = s.typed()
  s.put([{ id: '1', key: 'lb', text: '77' }])
  s.remove(['2'])
  s.forget(['1', '2'], typed)
  expect([s.isEdited('1', 'name'), s.isEdited('1', 'lb'), s.removedIds.has('2')]).toEqual([false, true, true])
  s.forget(['1', '2'])
  expect(s.cellCount).toBe(0)
})

test('rows are added and taken out as steps, and kept as a draft', () => {
  const s = sheetOf(line('1'), line('2'))
  const id = s.add('1') ?? ''
  s.put([{ id, key: 'name', text: 'Nuts' }])
  s.remove(['2'])
  expect(s.ids).toEqual(['1', id])
  expect(s.wrong).toEqual([{ id, key: 'lb' }])
  const draft = JSON.parse(JSON.stringify(s.draft()))
  s.undo()
  s.undo()
  s.undo()
  expect([s.ids, s.draft()]).toEqual([['1', '2'], undefined])
  s.redo()
  s.redo()
  expect(s.text(id, 'name')).toBe('Nuts')

  const later = sheetOf(line('1', { lb: '99' }), line('2'))
  later.restore(draft)
  expect(later.ids).toEqual(['1', id])
  expect(later.text(id, 'name')).toBe('Nuts')
  expect(later.addedTo('1').map((a) => a.id)).toEqual([id])
})

test('a draft remembers what was seen, so that a change meanwhile is noticed', () => {
  const s = sheetOf(line('1'))
  s.put([{ id: '1', key: 'lb', text: '20' }])
  const draft = s.draft()
  const later = sheetOf(line('1', { lb: '30' }))
  if (draft) later.restore(draft)
  expect(later.clash('1', 'lb')).toEqual({ mine: '20', theirs: '30' })
})

test('rows are shown by what they hold, with their fellows, and hidden ones keep their edits', () => {
  const s = new Sheet<Line>(columns, { id: (r) => r.id, group: (r) => r.id.slice(0, 1), manner: mannerOf('en') })
  s.setRows([line('1a', { name: 'Paint' }), line('1b'), line('2a'), line('3a', { name: 'Nuts' })])
  s.put([{ id: '2a', key: 'lb', text: 'x' }])
  s.only(['paint', ' 3A '])
  expect(s.ids).toEqual(['1a', '1b', '3a'])
  expect(pasteRange(s, [['9'], ['9'], ['9']], { top: 1, bottom: 1, left: 2, right: 2 })).toMatchObject({ written: 2, outside: 1 })
  expect(s.wrong).toEqual([{ id: '2a', key: 'lb' }])
  s.reveal('2a')
  expect(s.ids).toHaveLength(4)
  s.only(['nuts'])
  s.setRows([line('1a'), line('3a', { name: 'Bolts' }), line('4a', { name: 'Nuts' })]) // what came meanwhile, and what is no longer called so
  expect(s.ids).toEqual(['3a', '4a'])
  s.setRows([line('1a', { name: 'Paint' }), line('1b'), line('2a'), line('3a', { name: 'Nuts' })])
  s.only([''])
  expect(s.ids).toHaveLength(4)
  expect(s.touched).toEqual(['2a', '1b', '3a'])
})

test('random work and all of it taken back leaves nothing', async () => {
  const fc = await import('fast-check')
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.record({
            kind: fc.constant('paste' as const),
            top: fc.nat(5),
            left: fc.nat(4),
            table: fc.array(fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 }), { maxLength: 4 }),
          }),
          fc.record({ kind: fc.constant('fill' as const), top: fc.nat(5), left: fc.nat(4) }),
          fc.record({ kind: fc.constant('add' as const), top: fc.nat(5) }),
          fc.record({ kind: fc.constant('remove' as const), top: fc.nat(5) }),
        ),
        { maxLength: 12 },
      ),
      (steps) => {
        const s = sheetOf(line('1'), line('2'), line('3'), line('4'))
        for (const step of steps) {
          if (step.kind === 'paste') pasteRange(s, step.table, { top: step.top, bottom: step.top, left: step.left, right: step.left })
          else if (step.kind === 'fill') fillDown(s, { top: step.top, bottom: step.top + 1, left: step.left, right: step.left })
          else if (step.kind === 'add') s.add(s.ids[step.top] ?? '')
          else s.remove(s.ids.slice(step.top, step.top + 1))
        }
        while (s.canUndo) s.undo()
        expect(s.draft()).toBeUndefined()
        expect(s.ids).toEqual(['1', '2', '3', '4'])
      },
    ),
    { numRuns: 200 },
  )
})

describe('what is shown', () => {
  test('only what was picked, whatever becomes of it, until none of it is left', () => {
    const sheet = sheetOf(line('a'), line('b'), line('c'))
    sheet.pick(new Set(['b', 'c']))
    expect(sheet.ids).toEqual(['b', 'c'])
    expect(sheet.counts).toEqual({ all: 3, shown: 2 })
    sheet.only(['c'])
    expect(sheet.ids).toEqual(['c'])
    sheet.only([])
    sheet.setRows([line('a'), line('c'), line('d')])
    expect(sheet.ids).toEqual(['c'])
    sheet.reveal('a')
    expect(sheet.ids).toEqual(['a', 'c'])
    sheet.setRows([line('d')])
    expect(sheet.isPicked).toBe(false)
    expect(sheet.ids).toEqual(['d'])
  })

  test('what is picked before it has come is shown when it comes', () => {
    const sheet = sheetOf()
    sheet.pick(['b'])
    sheet.setRows([line('a')])
    expect(sheet.ids).toEqual(['a'])
    sheet.setRows([line('a'), line('b')])
    expect(sheet.ids).toEqual(['b'])
    sheet.pick()
    expect(sheet.ids).toEqual(['a', 'b'])
  })
})
