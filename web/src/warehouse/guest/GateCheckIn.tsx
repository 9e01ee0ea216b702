import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { LinkPage } from '@/kit/guest/LinkPage'
import { CheckInForm } from './CheckInForm'
import { useGate } from './useGate'
import { VisitView } from './VisitView'

/** Page 137: a driver says at the gate, on an own phone and without an account, who is here and for what, and is told where to go until the truck has left. */
export function GateCheckIn() {
  const { t, i18n } = useLingui()
  const language = i18n.locale as 'en' | 'es' | 'fr' // one of the page's languages
  const gate = useGate(language)
  const site = gate.link.shown?.site.name
  useEffect(() => {
    document.title = site ? t`Gate check-in · ${site}` : t`Gate check-in`
  }, [site, t])
  return (
    <LinkPage link={gate.link} dead={<Trans>This code leads nowhere</Trans>} way={<Trans>Ask at the dock office.</Trans>}>
      {({ site, visit }) => (visit ? <VisitView gate={gate} site={site} visit={visit} /> : <CheckInForm gate={gate} site={site} />)}
    </LinkPage>
  )
}
