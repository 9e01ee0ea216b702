import { Trans } from '@lingui/react/macro'
import { useLocale } from '@/kit/format/Formats'
import { day } from '@/kit/format/time'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Alert } from '@/kit/ui'

/** What a user is told of a carrier before tendering to it: its flag, and that its insurance has expired. Nothing where there is nothing to tell. */
export function Marks({ scac }: { scac: string | undefined }) {
  const { data } = useCall('Shipment/GetCarrierflagforUsers', undefined, { enabled: Boolean(scac) })
  const locale = useLocale()
  const mark = data?.find((m) => m.SCAC === scac)
  if (!mark) return null
  const flag = mark.FlagName && [mark.FlagName, mark.Note].filter(Boolean).join(': ')
  return (
    <>
      {flag && !mark.Warns && <StatusBadge hue={mark.Color}>{flag}</StatusBadge>}
      {((flag && mark.Warns) || mark.InsuredUntil) && (
        <Alert color="yellow" role="alert">
          {flag && mark.Warns && <p>{flag}</p>}
          {mark.InsuredUntil && (
            <p>
              <Trans>
                The cargo insurance of {mark.SCAC} expired on {day(mark.InsuredUntil, locale)}.
              </Trans>
            </p>
          )}
        </Alert>
      )}
    </>
  )
}
