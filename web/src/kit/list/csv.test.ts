import { expect, test } from 'vitest'
import { csv, csvField } from './csv'

test('a text that a spreadsheet would run is made harmless; a number stays one', () => {
  expect(csvField('=HYPERLINK("http://x")')).toBe('"\'=HYPERLINK(""http://x"")"')
  expect(csvField('@SUM(A1)')).toBe("'@SUM(A1)")
  expect(csvField('-2+3')).toBe("'-2+3")
  expect(csvField('\tx')).toBe("'\tx")
  expect(csvField('-5')).toBe('-5')
  expect(csvField(-5.25)).toBe('-5.25')
  expect(csvField('+1 555 010')).toBe("'+1 555 010")
})

test('quotes, commas and line ends are kept', () => {
  expect(
    csv(
      ['A', 'B'],
      [
        ['x,"y"', 'two\nlines'],
        [null, undefined],
      ],
    ),
  ).toBe('\uFEFFA,B\r\n"x,""y""","two\nlines"\r\n,\r\n')
})
