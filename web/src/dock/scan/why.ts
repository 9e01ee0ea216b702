import { useLingui } from '@lingui/react/macro'
import { useLocale } from '@/kit/format/Formats'
import { groups } from '@/kit/format/identifier'
import { ago, millis } from '@/kit/format/time'
import { useLotWords } from '../lot/words'
import type { Told } from './useScanner'

/** What a verdict says, in one line, and what stands in smaller letters below it. */
export function useWhy(): (told: Told) => { line: string; more?: string } {
  const { t } = useLingui()
  const locale = useLocale()
  const lots = useLotWords()
  const bol = (text: string) => groups(text).join(' ')
  return (told) => {
    switch (told.kind) {
      case 'load':
        return { line: told.pallet.description, more: t`${told.pallet.pieces} pieces` }
      case 'again':
        return {
          line: told.pallet.description,
          more:
            told.pallet.scannedAt && Date.now() - millis(told.pallet.scannedAt) > 60_000
              ? t`Already on the trailer, ${ago(told.pallet.scannedAt, locale)}`
              : t`Already on the trailer`,
        }
      case 'elsewhere': {
        const { load } = told
        if (!load) return { line: t`Belongs to another load` }
        return {
          line: load.door ? t`Belongs to door ${load.door}` : t`Belongs to another load`,
          more: t`BOL ${bol(load.bol)}, ${load.carrierName || load.carrier}`,
        }
      }
      case 'unknown':
        return {
          line: t`No pallet here has this number`,
          more: told.loading ? t`This tablet is still fetching labels. Try again in a moment.` : t`Set it aside and ask.`,
        }
      case 'misread':
        return { line: t`Unreadable label`, more: t`The check digit does not fit. Scan it again, or type its last digits.` }
      case 'joined':
        return { line: lots(told.facts), more: told.was ? t`Noted with this pallet` : t`The pallet has this already` }
      case 'waits':
        return { line: t`${lots(told.facts)} waits for its pallet`, more: t`Scan the pallet now.` }
      case 'several':
        return { line: t`${told.pallets} pallets of this item are left`, more: t`Scan the pallet's own label, or tap it in the list.` }
      case 'ended':
        return { line: t`This load is void. Do not load it.`, more: told.load.note || undefined }
      case 'signed':
        return { line: t`The bill is signed. Nothing more goes on.`, more: t`BOL ${bol(told.load.bol)}` }
      case 'twice':
        return { line: t`Two open loads have this number`, more: t`Open the right load, then scan again.` }
      case 'bill':
        return { line: t`This is a bill, not a pallet`, more: t`BOL ${bol(told.load.bol)}` }
      case 'lost':
        return { line: t`Not kept. Scan it again.`, more: t`This tablet could not store it.` }
    }
  }
}
