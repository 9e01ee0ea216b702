import { Trans, useLingui } from '@lingui/react/macro'
import type { ClaimCase } from '@sync/gen/api'
import { useState } from 'react'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { Button, Menu, Modal } from '@/kit/ui'
import css from '../case/Claim.module.css'
import { onServer } from '../case/words'

/** The letters that can be written about a claim: each fills a template in. */
export function LetterButton({ claim: c }: { claim: ClaimCase }) {
  const { t } = useLingui()
  const templates = useCall('Claim/Templates', undefined).data?.filter((x) => !x.Kind || x.Kind === c.Kind) // a template without a kind is for every kind
  const [chosen, setChosen] = useState<string>()
  if (!templates || templates.length === 0) return null
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default">
            <Trans>Letter</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {templates.map((x) => (
            <Menu.Item key={x.TemplateId} onClick={() => setChosen(x.TemplateId)}>
              {x.Name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={t`Letter`}
        size="xl"
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {chosen && <Letter claimId={c.ClaimId} templateId={chosen} />}
      </Modal>
    </>
  )
}

/** A letter as the carrier reads it, and the way into the user's own mail. */
function Letter({ claimId, templateId }: { claimId: string; templateId: string }) {
  const got = useCall('Claim/Letter', { ClaimId: claimId, TemplateId: templateId })
  const l = got.data
  return (
    <Pending called={got} offline={onServer}>
      {l && (
        <>
          <p>
            <strong>{l.Subject}</strong>
          </p>
          <p className={css.words}>{l.Body}</p>
          <Button
            component="a"
            variant="default"
            href={`mailto:${l.To}?subject=${encodeURIComponent(l.Subject)}&body=${encodeURIComponent(l.Body)}`}
          >
            <Trans>Open in mail</Trans>
          </Button>
        </>
      )}
    </Pending>
  )
}
