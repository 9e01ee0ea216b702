import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Kbd, Modal } from '@/kit/ui'
import { useWords } from '@/kit/words/words'

const keys = [
  [['Ctrl', 'K'], msg`Find a page, a shipment, an order, a pallet`],
  [['?'], msg`This help`],
  [['/'], msg`Find in the list`],
  [['↑', '↓', '←', '→'], msg`Go from cell to cell`],
  [['Page Up', 'Page Down'], msg`Go by pages`],
  [['Ctrl', 'Home'], msg`First row`],
  [['Ctrl', 'End'], msg`Last row`],
  [['Enter'], msg`Open the row, or do its next action`],
  [['Shift', 'F10'], msg`More actions of the row`],
  [['Space'], msg`Select the row`],
  [['Shift', '↓'], msg`Select several rows`],
  [['Ctrl', 'A'], msg`Select all rows shown`],
  [['Ctrl', 'C'], msg`Copy the cell`],
  [['Ctrl', 'Z'], msg`Undo the last action, for ten seconds`],
  [['Esc'], msg`Close, or clear the selection`],
] as const

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const words = useWords()
  return (
    <Modal opened onClose={onClose} title={t`Keyboard`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <table>
        <tbody>
          {keys.map(([combination, does]) => (
            <tr key={combination.join()}>
              <th scope="row" style={{ textAlign: 'left', paddingRight: 20, whiteSpace: 'nowrap' }}>
                {combination.map((k) => (
                  <Kbd key={k} mr={4}>
                    {k}
                  </Kbd>
                ))}
              </th>
              <td style={{ padding: '4px 0' }}>{words(does)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  )
}
