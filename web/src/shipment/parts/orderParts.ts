/** What the form of a single shipment is made of, for a form of another area that asks for the same: an address, lines of goods. They come with that form, not before. */
export { itemOf } from '../single/ask'
export { judgeLines, judgeParty, palletsWrong } from '../single/judge'
export { linesInput } from '../single/LinesInput'
export { emptyParty, loadLine, newLine } from '../single/load'
export { PartyInput } from '../single/PartyInput'
export { partName } from '../single/partNames'
