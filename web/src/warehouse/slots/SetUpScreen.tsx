import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { Staged } from '@/kit/stages/Staged'
import { StageTabs } from '@/kit/stages/StageTabs'
import { blocks } from '../blocks/blocks'
import { bookingTerms } from './bookingTerms'
import { CalendarScreen } from './CalendarScreen'
import { loadTypes } from './loadTypes'
import { SlotsScreen, type SlotsSearch } from './SlotsScreen'
import { standings } from './standings'

export interface SetUpSearch extends SlotsSearch {
  view?: 'types' | 'standing' | 'blocks' | 'terms' | 'calendar'
}

/** Page 47: the slots of a week, the kinds of truck that they are given to, and what is taken out of them. */
export function SetUpScreen({ search, onSearch }: { search: SetUpSearch; onSearch: (search: SetUpSearch) => void }) {
  const { t } = useLingui()
  return (
    <Staged
      above={
        <StageTabs
          label={t`Schedule`}
          tabs={[
            { key: 'slots', label: msg`Slots`, n: undefined },
            { key: 'types', label: msg`Load types`, n: undefined },
            { key: 'standing', label: msg`Standing`, n: undefined },
            { key: 'blocks', label: msg`Blocks`, n: undefined },
            { key: 'terms', label: msg`Booking terms`, n: undefined },
            { key: 'calendar', label: msg`Calendar links`, n: undefined },
          ]}
          at={search.view ?? 'slots'}
          go={(view) => onSearch(view === 'slots' ? {} : { view })}
        />
      }
    >
      {search.view === 'calendar' ? (
        <CalendarScreen />
      ) : search.view === 'terms' ? (
        <ResourceScreen of={bookingTerms} />
      ) : search.view === 'blocks' ? (
        <ResourceScreen of={blocks} />
      ) : search.view === 'types' ? (
        <ResourceScreen of={loadTypes} />
      ) : search.view === 'standing' ? (
        <ResourceScreen of={standings} />
      ) : (
        <SlotsScreen search={search} onSearch={onSearch} />
      )}
    </Staged>
  )
}
