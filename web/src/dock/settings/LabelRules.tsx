import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { DockLabelRule } from '@sync/gen/tables'
import { send } from '@sync/send'
import { useState } from 'react'
import { Ago } from '@/kit/format/Formats'
import { later } from '@/kit/later/later'
import { useRows } from '@/kit/remote/useRows'
import { Button, Group, TextInput } from '@/kit/ui'
import { type Facts, tradeFacts } from '../lot/facts'
import css from '../lot/Lot.module.css'
import { isTeachable, longestLabel, read } from '../lot/rule'
import { useLotWords, usePartWords } from '../lot/words'
import { fromScan } from '../scan/fromScan'

const TeachPanel = later(() => import('../lot/TeachPanel').then((m) => m.TeachPanel))

/** How suppliers write labels of their own: what was taught, a label to try it on, and the way to take it back. */
export function LabelRules() {
  const { t } = useLingui()
  const rules = useRows(async (db) => (await db.dock_label_rule.toArray()).sort((a, b) => a.supplier.localeCompare(b.supplier)), [])
  const [text, setText] = useState('')
  const [teaching, setTeaching] = useState('')
  return (
    <section aria-labelledby="label-rules">
      <h2 id="label-rules">
        <Trans>Suppliers' own labels</Trans>
      </h2>
      <p>
        <Trans>
          GS1 labels are read as they are. Teach a supplier's own labels once, here or on a scan: all tablets then read them, also without a
          connection.
        </Trans>
      </p>
      {rules?.length === 0 && (
        <p role="status">
          <Trans>No supplier labels yet.</Trans>
        </p>
      )}
      <ul className={css.rules}>
        {rules?.map((r) => (
          <Rule key={r.id} rule={r} />
        ))}
      </ul>
      <TextInput
        label={t`Try a label: scan or type it`}
        value={text}
        onChange={(e) => setText(e.currentTarget.value)}
        maw="34em"
        maxLength={longestLabel}
        autoComplete="off"
        spellCheck={false}
        data-scan-field
      />
      {text.trim() !== '' && rules && <Tried text={text} rules={rules} onTeach={() => setTeaching(fromScan(text))} />}
      {teaching && <TeachPanel text={teaching} onClose={() => setTeaching('')} onTaught={() => setTeaching('')} />}
    </section>
  )
}

function Rule({ rule }: { rule: DockLabelRule }) {
  const { t } = useLingui()
  const words = usePartWords()
  const [sure, setSure] = useState(false)
  const parts = rule.parts.map((p) => words[p.what as keyof typeof words]).join(', ') // the server keeps no other
  return (
    <li>
      <div>
        <strong>{rule.supplier}</strong>
        <div className={`identifier ${css.sample}`}>{rule.sample}</div>
        <div>
          {rule.starts && <Trans>Begins with {rule.starts}.</Trans>}{' '}
          {rule.separator ? (
            <Plural value={rule.fields} one={`# part, divided by ${rule.separator}.`} other={`# parts, divided by ${rule.separator}.`} />
          ) : rule.length > 0 ? (
            <Plural value={rule.length} one="# character long." other="# characters long." />
          ) : (
            <Trans>Of any length.</Trans>
          )}{' '}
          {parts}
        </div>
        <small>
          <Trans>
            Taught <Ago at={rule.taughtAt} />
          </Trans>
          {rule.taughtBy && `, ${rule.taughtBy}`}
        </small>
      </div>
      {sure ? (
        <Group gap="sm">
          <Button color="red" onClick={() => void send('DockView/ForgetLabel', { RuleId: rule.id })}>
            <Trans>Remove: these labels are no longer read</Trans>
          </Button>
          <Button variant="default" onClick={() => setSure(false)}>
            <Trans>Keep it</Trans>
          </Button>
        </Group>
      ) : (
        <Button variant="default" onClick={() => setSure(true)} aria-label={t`Remove the labels of ${rule.supplier}`}>
          <Trans>Remove</Trans>
        </Button>
      )}
    </li>
  )
}

function Tried({ text, rules, onTeach }: { text: string; rules: DockLabelRule[]; onTeach: () => void }) {
  const lots = useLotWords()
  const code = fromScan(text)
  const trade = tradeFacts(text, Date.now())
  const rule = rules.find((r) => read(r, code) !== undefined)
  const facts = trade ?? (rule && read(rule, code))
  return (
    <div role="status">
      {facts === 'misread' ? (
        <p className={css.bad}>
          <Trans>The date on this label does not exist. Scan it again.</Trans>
        </p>
      ) : facts ? (
        <>
          <p>{trade ? <Trans>A standard GS1 label.</Trans> : <Trans>Read as a label of {rule?.supplier}.</Trans>}</p>
          <Said facts={facts} lots={lots(facts)} />
        </>
      ) : isTeachable(code) ? (
        <>
          <p>
            <Trans>No rule reads this label.</Trans>
          </p>
          <Button variant="default" onClick={onTeach}>
            <Trans>Teach this label</Trans>
          </Button>
        </>
      ) : null}
    </div>
  )
}

function Said({ facts, lots }: { facts: Facts; lots: string }) {
  const words = usePartWords()
  return (
    <ul>
      {facts.pallet && (
        <li>
          {words.pallet} <strong className="identifier">{facts.pallet}</strong>
        </li>
      )}
      {lots && (
        <li>
          <strong>{lots}</strong>
        </li>
      )}
      {(facts.item ?? facts.gtin) && (
        <li>
          {words.item} <strong className="identifier">{facts.item ?? facts.gtin}</strong>
        </li>
      )}
    </ul>
  )
}
