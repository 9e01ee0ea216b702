/** The mod 10 digit of the trade: from the right, every other digit counts three times. */
export function checks(number: string): boolean {
  let sum = 0
  for (let i = number.length - 2, weight = 3; i >= 0; i--, weight = 4 - weight) sum += Number(number[i]) * weight
  return (10 - (sum % 10)) % 10 === Number(number.at(-1))
}

/** Whether text is an 18-digit pallet number with the right check digit. */
export const isSscc = (text: string) => /^\d{18}$/.test(text) && checks(text)
