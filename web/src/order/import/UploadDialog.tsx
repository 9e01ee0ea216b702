import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import { upload } from '@sync/transfer'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useId, useState } from 'react'
import { Ago } from '@/kit/format/Formats'
import { Icon } from '@/kit/icon/Icon'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { Alert, Button, Group, Modal, Select, TextInput } from '@/kit/ui'
import { home, type Kind } from './fields'
import css from './Import.module.css'

/** Takes a file of orders, of either kind. It is read on the server; nothing of it is an order before somebody has looked at it. */
export function UploadDialog({ kind, opened, file: dropped, onClose }: { kind: Kind; opened: boolean; file?: File; onClose: () => void }) {
  const { t } = useLingui()
  const id = useId()
  const refusal = useRefusal()
  const navigate = useNavigate()
  const [file, setFile] = useState<File | undefined>(dropped)
  const [customer, setCustomer] = useState('')
  const [warehouse, setWarehouse] = useState<string | null>(null)
  const [reading, setReading] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  // Only while it is open: it stands on a page under which orders come and go.
  const customers = useLiveQuery(
    async () => (opened ? (await local().order_open.orderBy('customer').uniqueKeys()).map(String).filter(Boolean) : []),
    [opened],
  )
  const sites = useLiveQuery(() => local().warehouse_site.toArray())
  const earlier = useCall('Order/Imports', { Kind: kind }, { enabled: opened, staleMs: 0 })
  const open = earlier.data?.filter((i) => i.State === 'preview' || i.State === 'reading').slice(0, 4) ?? []
  const past = earlier.data?.filter((i) => i.State === 'saved').slice(0, 8) ?? []

  const goOn = (id: string, more: object = {}) => navigate({ to: home[kind], search: { import: id, ...more } })
  const read = async () => {
    if (!file || reading) return
    setReading(true)
    setTrouble(undefined)
    try {
      const site = warehouse ? { WHSE: warehouse } : {}
      const { Import, Remembered, Earlier } =
        kind === 'purchase'
          ? await upload('Shipment/UploadInboundFile', site, [file])
          : await upload('Shipment/UploadOrderFile', { Customer: customer.trim(), ...site }, [file])
      onClose()
      await goOn(Import.ImportId, { ...(Earlier ? { earlier: Earlier } : {}), ...(Remembered ? { kept: true } : {}) })
    } catch (err) {
      setTrouble(refusal.whole(err))
    } finally {
      setReading(false)
    }
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={kind === 'purchase' ? t`Upload purchase orders` : t`Upload an order file`}
      size="lg"
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form
        className={css.form}
        onSubmit={(e) => {
          e.preventDefault()
          void read()
        }}
      >
        <label
          className={css.file}
          htmlFor={`${id}-file`}
          data-chosen={file ? true : undefined}
          onDragOver={(e) => e.preventDefault()}
          onDrop={(e) => {
            e.preventDefault()
            const one = e.dataTransfer.files[0]
            if (one) setFile(one)
          }}
        >
          <Icon name="up" size={26} />
          <span>
            {file ? <strong>{file.name}</strong> : <Trans>Drop the file here, or choose it</Trans>}
            <small>
              {kind === 'purchase' ? (
                <Trans>Excel, CSV, text, JSON, web page or Word table up to 50 MB, in your system's own columns and language.</Trans>
              ) : (
                <Trans>Excel, CSV, text, JSON, web page or Word table up to 50 MB, in the customer's own columns and language.</Trans>
              )}
            </small>
          </span>
          <input
            id={`${id}-file`}
            type="file"
            accept=".csv,.txt,.tsv,.xlsx,.xlsm,.xls,.htm,.html,.xml,.json,.jsonl,.docx,.pdf,text/csv,application/pdf,application/json,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            aria-label={kind === 'purchase' ? t`Purchase order file` : t`Order file`}
            onChange={(e) => {
              setFile(e.currentTarget.files?.[0] ?? file)
              setTrouble(undefined)
            }}
          />
        </label>
        {trouble && (
          <Alert color="red" role="alert">
            {trouble}
          </Alert>
        )}
        <div className={css.two}>
          {kind === 'order' && (
            <>
              <TextInput
                label={t`Customer`}
                description={t`How its columns were read is remembered`}
                list={`${id}-customers`}
                value={customer}
                onChange={(e) => setCustomer(e.currentTarget.value)}
              />
              <datalist id={`${id}-customers`}>
                {customers?.map((c) => (
                  <option key={c} value={c} />
                ))}
              </datalist>
            </>
          )}
          <Select
            label={t`Warehouse`}
            description={t`Only if the file does not say`}
            clearable
            searchable
            data={(sites ?? []).map((s) => ({ value: s.id, label: `${s.id} · ${s.name}` }))}
            value={warehouse}
            onChange={setWarehouse}
          />
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={!file} loading={reading}>
            <Trans>Read the file</Trans>
          </Button>
        </Group>
      </form>
      {open.length > 0 && (
        <section className={css.open} aria-label={t`Not finished`}>
          <h2>
            <Trans>Not finished</Trans>
          </h2>
          <ul>
            {open.map((i) => (
              <li key={i.ImportId}>
                <button
                  type="button"
                  onClick={() => {
                    onClose()
                    void goOn(i.ImportId)
                  }}
                >
                  {i.Name}
                </button>
                <small>
                  <Plural value={i.Counts.orders} one="# order" other="# orders" /> · <Ago at={i.At} />
                </small>
              </li>
            ))}
          </ul>
        </section>
      )}
      {past.length > 0 && (
        <section className={css.open} aria-label={t`Earlier files`}>
          <h2>
            <Trans>Earlier files</Trans>
          </h2>
          <ul>
            {past.map((i) => (
              <li key={i.ImportId}>
                <button
                  type="button"
                  onClick={() => {
                    onClose()
                    void goOn(i.ImportId)
                  }}
                >
                  {i.Name}
                </button>
                <small>
                  {i.UndoneAt ? <Trans>Undone</Trans> : <Plural value={i.Counts.saved} one="# order saved" other="# orders saved" />}
                  {i.Counts.bad + i.Counts.refused > 0 && (
                    <>
                      {', '}
                      <Plural value={i.Counts.bad + i.Counts.refused} one="# not saved" other="# not saved" />
                    </>
                  )}{' '}
                  · {i.ByName && `${i.ByName} · `}
                  <Ago at={i.At} />
                </small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Modal>
  )
}
