import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Part } from '@/kit/detail/DetailScreen'
import { Screen } from '@/kit/layout/Screen'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { useSession } from '@/kit/remote/user'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from './Defaults.module.css'
import { defaultsSection } from './section'

/** Page 138: what a scenario begins with. */
export function DefaultsScreen() {
  const { t } = useLingui()
  const words = useWords()
  const session = useSession()
  const got = useCall('Mtl/Defaults', undefined, { staleMs: 0 })
  const values = got.data
  return (
    <Screen
      title={t`MTL defaults`}
      below={<Trans>Each scenario begins with these and may change them.</Trans>}
      actions={
        session?.admin &&
        values && (
          <Button onClick={() => void defaultsSection.change({ ...values })}>
            <Trans>Change</Trans>
          </Button>
        )
      }
    >
      <Pending called={got} offline={msg`The defaults are kept on the server, and there is no connection now.`}>
        {values && (
          <Part title={msg`Multi-stop routes`}>
            <dl className={css.values}>
              {defaultsSection.lines.map((line) => (
                <div key={line.name}>
                  <dt>{words(line.label)}</dt>
                  <dd>{words(line.reads({ ...values }[line.name as keyof typeof values] /* its lines are the fields of the values */))}</dd>
                </div>
              ))}
            </dl>
          </Part>
        )}
      </Pending>
    </Screen>
  )
}
