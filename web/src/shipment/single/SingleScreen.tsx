import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { RatingCandidate, RatingServicesResp } from '@sync/gen/api'
import type { Shipment, ShipmentTemplate } from '@sync/gen/tables'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { DetailScreen } from '@/kit/detail/DetailScreen'
import { openForm } from '@/kit/form/FormDialog'
import { FormNotes } from '@/kit/form/FormNotes'
import { FieldInput } from '@/kit/form/FormView'
import { useForm } from '@/kit/form/useForm'
import { saveWords } from '@/kit/form/words'
import { placeOf } from '@/kit/form/wrong'
import { dayIn } from '@/kit/format/day'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { Icon } from '@/kit/icon/Icon'
import { useCrumb } from '@/kit/layout/crumb'
import { offerUndo } from '@/kit/list/undo'
import { PageLink } from '@/kit/page/PageLink'
import { theRemote } from '@/kit/remote/remote'
import { useCall } from '@/kit/remote/useCall'
import { useSession, useSyncView } from '@/kit/remote/user'
import { isClass } from '@/kit/rule/rule'
import { toasts } from '@/kit/toast/toast'
import { Alert, Button, Kbd } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import { Payer } from '../payer/Payer'
import { askOf } from './ask'
import { type Kind, load } from './load'
import { Prices } from './Prices'
import css from './Single.module.css'
import { Start } from './Start'
import { defaultsForm } from './servicesForm'
import { entryOf, isPriced, sections, singleForm, startsOf, type Typed } from './singleForm'
import { TwoVersions } from './TwoVersions'
import { totals } from './totals'
import { useLookAgain } from './useLookAgain'

/** The page of a single order: empty, or one that no carrier has yet. */
export function SingleScreen({ kind, id }: { kind: Kind; id?: string }) {
  return id ? <Known key={id} kind={kind} id={id} /> : <Fresh key={kind} kind={kind} />
}

function Fresh({ kind }: { kind: Kind }) {
  const session = useSession()
  const sites = useLiveQuery(() => local().warehouse_site.toArray())
  const services = useStartServices(kind)
  const itemClass = useItemClass()
  // On a new device the sites may still be on their way, and without one the warehouse stays empty.
  const sync = useSyncView()
  const waits = sites?.length === 0 && (sync.contact === 'unknown' || (sync.contact !== 'offline' && sync.loading.length > 0))
  // One object for the life of the page: what a form begins from must not change under it.
  const [initial, setInitial] = useState<Partial<Typed>>()
  if (!initial && sites && !waits && session && services && itemClass !== undefined) {
    const home = sites.find((s) => session.warehouses.length === 0 || session.warehouses.includes(s.id)) ?? sites[0]
    const today = dayIn(home?.zone || 'UTC', Date.now())
    setInitial({
      ...(load(
        { Kind: kind, WHSE: home?.id ?? '', ShipOn: today, ShipmentStops: [], AdditionalService: services },
        session.email ?? '',
        itemClass,
      ) as Partial<Typed>),
      ...startsOf(kind),
    }) // Billto is there after loading
  }
  return initial ? <Workspace kind={kind} initial={initial} /> : null
}

/** The class that lines begin with: the person's own, else the organisation's, else the product's. Undefined until it is known. */
function useItemClass(): string | undefined {
  const own = useSession()?.itemClass ?? ''
  const setup = useLiveQuery(async () => (await local().org_setup.get('setup'))?.flags.defaultClass ?? '')
  return isClass(own) ? own : setup
}

/** What the organisation has new orders begin with: as this device heard it last, or else as the server says. Undefined until one of them is known. */
function useStartServices(kind: Kind): string[] | undefined {
  const known = useCall('Shipment/GetTlxTmsServices', undefined, { staleMs: 600_000 })
  const [last, setLast] = useState<RatingServicesResp | null>()
  useEffect(() => {
    void theRemote()
      .lastAnswer('Shipment/GetTlxTmsServices', undefined)
      .then((answer) => setLast((answer?.value as RatingServicesResp | undefined) ?? null)) // kept under the call's own name
  }, [])
  if (kind === 'parcel') return [] // a parcel's are its own
  const said = known.data ?? last
  if (!said && (last === undefined || known.loading)) return undefined
  return (said?.Services ?? []).filter((s) => s.default).map((s) => s.code)
}

function Known({ kind, id }: { kind: Kind; id: string }) {
  const { t } = useLingui()
  const session = useSession()
  const asked = useCall('Shipment/LoadShipmentPage', { ShipmentId: id }, { staleMs: 0 })
  const page = asked.data
  useCrumb(page?.Row?.number)
  const initial = useMemo(
    () =>
      page && {
        ...(load({ ...page.Shipment, Kind: kind }, session?.email ?? '') as Partial<Typed>), // as above
        ShipmentId: id,
        ChangedAt: page.Row?.changedAt ?? '',
      },
    [page, kind, id, session?.email],
  )
  if (!page || !initial)
    return (
      <DetailScreen title={t`Shipment`} of={asked.loading ? undefined : null} remote={asked.remote}>
        {null}
      </DetailScreen>
    )
  if (!page.Editable)
    return (
      <DetailScreen title={page.Row?.number} of={page}>
        <p>
          <Trans>A carrier has this shipment already, or it has ended. It is changed on its own page.</Trans>{' '}
          <PageLink to={{ page: 'ShipmentDetails', params: { shipmentid: id } }}>
            <Trans>Open the shipment</Trans>
          </PageLink>
        </p>
      </DetailScreen>
    )
  return <Workspace kind={kind} initial={initial} number={page.Row?.number ?? ''} look={asked.remote.again} />
}

interface WorkspaceProps {
  kind: Kind
  initial: Partial<Typed>
  number?: string
  /** Asks for the shipment as it is now. */
  look?: () => void
}

function Workspace({ kind, initial, number, look }: WorkspaceProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const navigate = useNavigate()
  const warehouse = useRef(initial.WHSE ?? '')
  const { spec, span, tall, folded } = useMemo(() => singleForm(kind, () => warehouse.current), [kind])
  const root = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Whoever went on while the server was heard is not fetched back.
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const done = (s: Shipment) => {
    toasts.good(
      s.status !== 'T'
        ? t`${s.number} saved.`
        : theRemote().status().contact === 'offline'
          ? t`${s.number} is booked on this device. ${s.carrierName} is told when there is a connection.`
          : s.bol // a collect booking is on its way to the server still, which may refuse it
            ? t`${s.number} goes with ${s.carrierName}.`
            : t`${s.number} is being booked with ${s.carrierName}.`,
    )
    if (!here.current) return
    void navigate(
      kind === 'parcel' && s.status === 'T'
        ? { to: '/DMParcelShipmentDetails/$ShipmentId', params: { ShipmentId: s.id } }
        : { to: '/ShipmentDetails/$shipmentid', params: { shipmentid: s.id } },
    )
  }
  const form = useForm<Typed, Shipment>(spec, initial, done)
  const v = form.values
  warehouse.current = v.WHSE ?? ''
  const [asked, setAsked] = useState<string>()
  const site = useLiveQuery(() => (v.WHSE ? local().warehouse_site.get(v.WHSE) : undefined), [v.WHSE])
  const entry = entryOf(v, kind)
  const from = v.Origin?.zip ? v.Origin : site?.address
  const question = from && isPriced(kind, v.PaymentType) ? askOf(entry, kind, from) : undefined
  // A price counts for what was typed when it was asked for, and for nothing else.
  const current = JSON.stringify(question)
  const twice = useLiveQuery(async () => {
    const same = entry.OrderNumber.trim() ? await local().shipment.where('orders').equals(entry.OrderNumber.trim()).toArray() : []
    return same.find((s) => s.id !== v.ShipmentId)?.number
  }, [entry.OrderNumber, v.ShipmentId])
  const sum = totals(v.Items ?? [])
  const id = (name: string) => `single-${name}`

  useEffect(() => {
    if (form.refusals === 0) return
    const first = root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(first ?? summary.current)?.focus()
  }, [form.refusals])

  // What was typed, in this tab or in a draft, was typed on top of one state of the shipment. If it has another now, and both changed the same, somebody
  // decides between the two; until then the server is told the old one, and refuses.
  const seen = v.ChangedAt ?? ''
  useLookAgain(look, form.news?.n, form.refusals)
  const submit = (more: Partial<Typed>) => void form.submit({ ...more, ...(seen ? { ChangedAt: seen } : {}) })

  const main = () => {
    if (!isPriced(kind, v.PaymentType)) return submit({ Then: 'ship' })
    if (form.judge()) setAsked(current)
  }
  // The keyboard begins in the first field, and the button's keys count wherever on the page it stands.
  useEffect(() => {
    const alone = document.activeElement === document.body || document.activeElement?.tagName === 'MAIN'
    if (alone && matchMedia('(pointer: fine)').matches) root.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  const go = useRef(main)
  go.current = main
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      const mine = e.target === document.body || (e.target instanceof Node && root.current?.contains(e.target))
      if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey) || !mine) return
      e.preventDefault()
      setTimeout(() => go.current()) // a field that takes what is typed in it by this very key has it then
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const take = (c: RatingCandidate) =>
    submit({ Then: 'ship', Carrier: c.carrier, ShipMode: c.mode, PriceSheetId: c.id, PriceMinor: c.totalMinor })
  const begin = (tpl: ShipmentTemplate) => {
    const { OrderNumber, PO_Number, PRONumber, ShipOn, DeliveryWindow, References, ...rest } = load(
      { ...tpl.entry, Kind: kind },
      initial.Origin?.email ?? '',
    ) as Partial<Typed>
    const put = (all: Partial<Typed>) => {
      for (const [name, value] of Object.entries(all)) form.set(name as keyof Typed, value as never) // each from the field of the same name
    }
    const before = Object.fromEntries(Object.keys(rest).map((name) => [name, v[name as keyof Typed]])) // of the same form
    const dirty = form.dirty
    put(rest)
    offerUndo(tpl.name ? msg`Started from ${tpl.name}.` : msg`Started from your last shipment.`, () =>
      dirty ? put(before) : form.startOver(),
    )
  }

  return (
    <form ref={root} className={css.page} noValidate aria-label={words(spec.title)} onSubmit={(e) => e.preventDefault()}>
      <header className={css.head}>
        <h1 ref={heading} tabIndex={-1}>
          {words(spec.title)} {number}
        </h1>
        <div className={css.actions}>
          {form.dirty && (
            <Button variant="subtle" onClick={form.startOver}>
              <Trans>Clear</Trans>
            </Button>
          )}
          {kind !== 'parcel' && (
            <Button variant="subtle" onClick={() => void openForm(defaultsForm, { Services: v.AdditionalService ?? [] })}>
              <Trans>Default services…</Trans>
            </Button>
          )}
          <Start kind={kind} values={v} begin={begin} />
        </div>
      </header>
      <FormNotes form={form} ref={summary} onField={(name, path) => placeOf(id(name), path)?.focus()} />
      {seen !== '' && (
        <TwoVersions
          form={form}
          theirs={initial}
          onDone={(place) => ((place && placeOf(id(place.name), place.path)) ?? heading.current)?.focus()}
        />
      )}
      {twice && (
        <Alert color="yellow" role="status">
          <Trans>
            Order {entry.OrderNumber} is on shipment {twice} already.
          </Trans>
        </Alert>
      )}
      <div className={css.work}>
        <div>
          {sections
            .filter((s) => !s.on || s.on.includes(kind))
            .map((s) => {
              const shown = s.fields.flatMap((name) => form.shown.filter((f) => f.name === name))
              return (
                shown.length > 0 && (
                  <section key={words(s.title)} className={css.section} aria-label={words(s.title)}>
                    <h2>{words(s.title)}</h2>
                    <div className={css.fields}>
                      {shown.map(({ name, field }) => (
                        <Foldable key={name} span={span(name)} tall={tall(name)} opener={form.errors[name] ? undefined : folded(name, v)}>
                          <FieldInput
                            id={id(name)}
                            name={name}
                            field={field}
                            value={v[name]}
                            {...(form.errors[name] ? { error: form.errors[name] } : {})}
                            {...(form.below[name] ? { errors: form.below[name] } : {})}
                            disabled={form.sending}
                            onChange={(value) => form.set(name, value)}
                          />
                        </Foldable>
                      ))}
                    </div>
                  </section>
                )
              )
            })}
        </div>
        <aside className={css.side} aria-label={t`Total and next step`}>
          <h2>
            <Trans>Total</Trans>
          </h2>
          <dl className={css.totals}>
            <dt>{kind === 'parcel' ? t`Packages` : t`Pieces`}</dt>
            <dd>{count(sum.pieces, locale)}</dd>
            {kind !== 'parcel' && (
              <>
                <dt>{t`Pallets`}</dt>
                <dd>{count(sum.pallets, locale)}</dd>
              </>
            )}
            <dt>{t`Weight`}</dt>
            <dd>{count(Math.round(sum.pounds * 100) / 100, locale)} lb</dd>
            {sum.feet > 0 && (
              <>
                <dt>{t`Volume`}</dt>
                <dd>{count(Math.round(sum.feet * 10) / 10, locale)} ft³</dd>
              </>
            )}
          </dl>
          {sum.hazmat && (
            <p className={css.hint}>
              <Trans>Hazardous goods: the bill names them first.</Trans>
            </p>
          )}
          <div className={css.steps}>
            <Button onClick={main} loading={form.sending} rightSection={<Kbd size="xs">Ctrl ↵</Kbd>}>
              {words(spec.submit ?? saveWords)}
            </Button>
            <Button variant="default" disabled={form.sending} onClick={() => submit({ Then: 'rate' })}>
              <Trans>On to Rate & Route</Trans>
            </Button>
            <Button variant="default" disabled={form.sending} onClick={() => submit({ Then: 'save' })}>
              <Trans>Save for later</Trans>
            </Button>
          </div>
          {v.Carrier && v.WHSE && entry.PaymentType && (
            <Payer
              of={{
                Carrier: v.Carrier,
                WHSE: v.WHSE,
                ShipMode: kind === 'parcel' ? 'PARCEL' : entry.ShipMode || 'LTL',
                PaymentType: entry.PaymentType,
                Customer: entry.Customer,
                AccountNumber: entry.AccountNumber,
                Destination: entry.Destination,
                ...(entry.Billto ? { Billto: entry.Billto } : {}),
              }}
            />
          )}
          <p className={css.quiet}>
            {form.dirty ? (
              <Trans>What you type is kept on this device, also without a connection.</Trans>
            ) : (
              <Plural value={v.Items?.length ?? 0} one="# line of goods." other="# lines of goods." />
            )}
          </p>
        </aside>
      </div>
      {asked && question && (
        <Prices
          question={JSON.parse(asked) as typeof question /* written by us above */}
          stale={asked !== current}
          again={main}
          busy={form.sending}
          onTake={take}
        />
      )}
    </form>
  )
}

interface FoldableProps {
  span: number
  tall: boolean
  opener: Words | undefined
  children: ReactNode
}

/** A field that most leave empty stands folded; whoever opens it, or has typed in it, sees it whole. */
function Foldable({ span, tall, opener, children }: FoldableProps) {
  const words = useWords()
  const [open, setOpen] = useState(false)
  return (
    <div data-span={span} {...(tall ? { 'data-tall': true } : {})}>
      {opener && !open ? (
        <Button variant="default" size="xs" leftSection={<Icon name="plus" />} aria-expanded={false} onClick={() => setOpen(true)}>
          {words(opener)}
        </Button>
      ) : (
        children
      )}
    </div>
  )
}
