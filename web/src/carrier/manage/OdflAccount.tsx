import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CarrierFreightResp, CarrierODFLCarrierReq, CarrierODFLReq, CarrierODFLResp } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { Email, Secret, Text } from '@/kit/form/inputs'
import { DateTime } from '@/kit/format/Formats'
import { useCan } from '@/kit/remote/can'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Button } from '@/kit/ui'
import css from './Manage.module.css'
import { OdflRates } from './OdflRates'
import { SitesChoice } from './SitesChoice'

const setupForm = defineForm<CarrierODFLReq, CarrierODFLResp>('Carriers/ODFLAccountSetup', {
  title: msg`ODFL account`,
  fields: {
    userName: { label: msg`User name`, input: Text, required: true },
    password: { label: msg`Password`, input: Secret, required: true, hint: msg`Stored encrypted and never shown again` },
    accountNumber: { label: msg`Account #`, input: Text, required: true, hint: msg`Digits only` },
  },
  submit: msg`Set up`,
  done: msg`ODFL account set up.`,
})

const carrierForm = defineForm<CarrierODFLCarrierReq, CarrierFreightResp>('Shipment/ODFLAddCarrier', {
  title: msg`Add ODFL as a carrier`,
  fields: {
    Email: { label: msg`E-mail`, input: Email, hint: msg`Needed if ODFL is not among your carriers` },
    Warehouses: { label: msg`Warehouses`, input: SitesChoice, hint: msg`None for all` },
  },
  submit: msg`Add`,
  done: msg`Carrier (ODFL) has been added successfully`,
})

/** The organization's account at Old Dominion: whether it is set up, and the carrier with its number. */
export function OdflAccount() {
  const { t } = useLingui()
  const asked = useCall('Carriers/ODFLAccountSetup', {})
  const may = useCan('manage-carriers')
  const at = asked.data
  return (
    <section className={css.odfl} aria-label={t`ODFL account`}>
      <Pending called={asked} offline={msg`The ODFL account is read from the server, and there is no connection now.`}>
        {at && (
          <>
            <h1>
              <Trans>ODFL account</Trans>
            </h1>
            <p>
              <StatusBadge hue={at.loaded ? 'good' : 'quiet'} label={at.loaded ? msg`Set up` : msg`Not set up`} />
            </p>
            {at.loaded ? (
              <dl>
                <dt>{t`User name`}</dt>
                <dd>{at.userName}</dd>
                <dt>{t`Account #`}</dt>
                <dd>{at.accountNumber}</dd>
                <dt>{t`Checked with ODFL`}</dt>
                <dd>
                  <DateTime at={at.checkedAt} />
                </dd>
              </dl>
            ) : (
              <p>
                <Trans>
                  Enter your user name, password and account number at Old Dominion. They are checked there before they are saved.
                </Trans>
              </p>
            )}
            {may && (
              <div className={css.buttons}>
                <Button
                  onClick={() =>
                    void openForm(setupForm, { userName: at.userName, accountNumber: at.accountNumber }).then(() => asked.remote.again())
                  }
                >
                  {at.loaded ? <Trans>Change</Trans> : <Trans>Set up</Trans>}
                </Button>
                {at.loaded && (
                  <Button variant="default" onClick={() => void openForm(carrierForm, { Warehouses: [] })}>
                    <Trans>Add ODFL as a carrier</Trans>
                  </Button>
                )}
              </div>
            )}
            <OdflRates />
          </>
        )}
      </Pending>
    </section>
  )
}
