// The numbers of the trade that carry their own check. The server judges again by the same rules; one file of cases holds both.

const letterAt = (c: string) => {
  let n = 10
  for (let i = 'A'.charCodeAt(0); i < c.charCodeAt(0); i++) n += (n + 1) % 11 === 0 ? 2 : 1
  return n
}

/** Reads a container's number (ISO 6346): undefined where it has another form; else its one form, and whether its check digit fits. */
export function containerNumber(typed: string): { number: string; fits: boolean } | undefined {
  const number = typed.toUpperCase().replace(/[ \-/]/g, '')
  if (!/^[A-Z]{3}[UJZR]\d{7}$/.test(number)) return undefined
  const sum = [...number.slice(0, 10)].reduce((all, c, i) => all + (i < 4 ? letterAt(c) : Number(c)) * 2 ** i, 0)
  return { number, fits: (sum % 11) % 10 === Number(number[10]) }
}

/** Reads an HTS code: six, eight or ten digits of a chapter that there is; undefined where it is none. */
export function tariffCode(typed: string): string | undefined {
  const code = typed.replace(/[.\s-]/g, '')
  const chapter = code.slice(0, 2)
  return /^(\d{6}|\d{8}|\d{10})$/.test(code) && chapter >= '01' && chapter <= '97' && chapter !== '77' ? code : undefined
}

/** Whether it is the number of an air waybill (IATA Resolution 600a): the last digit is the rest of the serial number divided by seven. */
export function isAirWaybill(typed: string): boolean {
  const number = typed.replace(/[-\s]/g, '')
  return /^\d{11}$/.test(number) && Number(number.slice(3, 10)) % 7 === Number(number[10])
}
