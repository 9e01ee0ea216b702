import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RowfileReading, RowfileTable } from '@sync/gen/api'
import { upload } from '@sync/transfer'
import { useId, useState } from 'react'
import { Icon } from '../icon/Icon'
import { refetchAfter } from '../remote/refetch'
import { useRefusal } from '../remote/refusal'
import { queries } from '../remote/useCall'
import { Alert, Button, Checkbox, Group, Modal, Textarea } from '../ui'
import { useWords } from '../words/words'
import { FileTable } from './FileTable'
import css from './RowFile.module.css'
import { corrected, type Drafts, pasted, type RowFile } from './rowFile'

const accept = '.csv,.txt,.tsv,.xlsx,.xlsm,.xls,.htm,.html,.xml,.json,.jsonl,.docx,.pdf'

/** A button that takes rows from a file or from what was copied out of a spreadsheet: what the columns are is found, what is open is asked, and the good rows are saved. */
export function TakeRows({ of, done }: { of: RowFile; done?: () => void }) {
  const words = useWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<Icon name="up" />} onClick={() => setOpen(true)}>
        {words(of.title)}
      </Button>
      {open && (
        <Dialog
          of={of}
          close={(saved) => {
            setOpen(false)
            if (saved) done?.()
          }}
        />
      )}
    </>
  )
}

function Dialog({ of, close }: { of: RowFile; close: (saved: boolean) => void }) {
  const { t } = useLingui()
  const words = useWords()
  const refusal = useRefusal()
  const [file, setFile] = useState<File>()
  const [got, setGot] = useState<RowfileTable>()
  const [drafts, setDrafts] = useState<Drafts>({})
  const [keep, setKeep] = useState(false)
  const [busy, setBusy] = useState<'read' | 'save'>()
  const [trouble, setTrouble] = useState<string>()
  const [saved, setSaved] = useState(false)

  const work = async (what: 'read' | 'save', from: File, reading?: RowfileReading, kept = keep) => {
    setBusy(what)
    setTrouble(undefined)
    try {
      const next = await upload(what === 'save' ? of.save : of.read, { Keep: kept, ...(reading ? { Reading: reading } : {}) }, [from])
      setFile(from)
      setGot(next)
      setDrafts({})
      if (next.saved) {
        setSaved(true)
        await refetchAfter(queries, of.save)
      }
    } catch (err) {
      setTrouble(refusal.whole(err))
    } finally {
      setBusy(undefined)
    }
  }
  const again = (reading: RowfileReading) => file && void work('read', file, corrected(reading, drafts))
  const open = (got?.missing.length ?? 0) + (got?.unsure.length ?? 0)
  const good = got ? got.counts.new + got.counts.changed : 0
  const waiting = Object.keys(drafts).length
  return (
    <Modal
      opened
      onClose={() => close(saved)}
      title={words(of.title)}
      fullScreen={Boolean(got)}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {trouble && (
        <Alert color="red" role="alert" mb="sm">
          {trouble}
        </Alert>
      )}
      {!got && <Choose busy={busy === 'read'} take={(f) => void work('read', f)} />}
      {got && (
        <div className={css.read}>
          <Tally of={got} />
          {got.saved ? (
            <Group>
              <Button onClick={() => close(true)}>
                <Trans>Close</Trans>
              </Button>
            </Group>
          ) : (
            <Group>
              <Button
                disabled={good === 0 || open > 0 || waiting > 0}
                loading={busy === 'save'}
                onClick={() => file && void work('save', file, got.reading)}
              >
                <Plural value={good} one="Save # row" other="Save # rows" />
              </Button>
              {waiting > 0 && (
                <Button variant="default" loading={busy === 'read'} onClick={() => again(got.reading)}>
                  <Plural value={waiting} one="Apply # correction" other="Apply # corrections" />
                </Button>
              )}
              <Checkbox
                label={t`Leave existing rows as they are`}
                checked={keep}
                disabled={Boolean(busy)}
                onChange={(e) => {
                  setKeep(e.currentTarget.checked)
                  if (file) void work('read', file, corrected(got.reading, drafts), e.currentTarget.checked)
                }}
              />
            </Group>
          )}
          <FileTable
            of={of}
            table={got}
            busy={Boolean(busy)}
            drafts={drafts}
            onDraft={(key, value) => setDrafts((all) => ({ ...all, [key]: value }))}
            onRead={again}
          />
        </div>
      )}
    </Modal>
  )
}

/** A file, or rows that were copied. */
function Choose({ busy, take }: { busy: boolean; take: (file: File) => void }) {
  const { t } = useLingui()
  const id = useId()
  const [text, setText] = useState('')
  return (
    <form
      className={css.choose}
      onSubmit={(e) => {
        e.preventDefault()
        if (text.trim()) take(pasted(text))
      }}
    >
      <label
        className={css.file}
        htmlFor={id}
        onDragOver={(e) => e.preventDefault()}
        onDrop={(e) => {
          e.preventDefault()
          const one = e.dataTransfer.files[0]
          if (one) take(one)
        }}
      >
        <Icon name="up" size={26} />
        <span>
          <Trans>Drop the file here, or choose it</Trans>
          <small>
            <Trans>Excel, CSV, text, JSON, web page, Word or PDF table, in its own columns and language.</Trans>
          </small>
        </span>
        <input
          id={id}
          type="file"
          accept={accept}
          aria-label={t`File`}
          disabled={busy}
          onChange={(e) => {
            const one = e.currentTarget.files?.[0]
            if (one) take(one)
          }}
        />
      </label>
      <Textarea
        label={t`Or paste rows`}
        description={t`Copied from a spreadsheet, with the column heads above them`}
        rows={6}
        value={text}
        onChange={(e) => setText(e.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button type="submit" disabled={!text.trim()} loading={busy}>
          <Trans>Read the rows</Trans>
        </Button>
      </Group>
    </form>
  )
}

/** What becomes of the rows, or became. */
function Tally({ of: { counts: n, saved, others, hidden, sums, restored } }: { of: RowfileTable }) {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Results`}>
      <ul className={css.tally}>
        {saved && (
          <li data-hue="good">
            <Icon name="check" /> <Trans>Saved</Trans>
          </li>
        )}
        <li data-hue="good">
          <Plural value={n.new} one="# new" other="# new" />
        </li>
        <li data-hue="good">
          <Plural value={n.changed} one="# changed" other="# changed" />
        </li>
        {n.same + n.kept > 0 && (
          <li>
            <Plural value={n.same + n.kept} one="# already here" other="# already here" />
          </li>
        )}
        {n.passed > 0 && (
          <li data-hue="waiting">
            <Plural value={n.passed} one="# passed over: merged into another" other="# passed over: merged into others" />
          </li>
        )}
        {n.bad > 0 && (
          <li data-hue="attention">
            <Icon name="alert" /> <Plural value={n.bad} one="# to check" other="# to check" />
          </li>
        )}
        {hidden > 0 && (
          <li>
            <Plural value={hidden} one="# hidden row left out" other="# hidden rows left out" />
          </li>
        )}
        {sums > 0 && (
          <li>
            <Plural value={sums} one="# row of totals left out" other="# rows of totals left out" />
          </li>
        )}
        {restored > 0 && (
          <li>
            <Plural value={restored} one="# leading zero restored" other="# leading zeros restored" />
          </li>
        )}
        {others > 0 && (
          <li>
            <Plural value={others} one="# more sheet is not read" other="# more sheets are not read" />
          </li>
        )}
      </ul>
    </div>
  )
}
