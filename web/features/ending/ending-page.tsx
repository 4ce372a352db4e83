import './ending.css'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useTitle } from '../../lib/use-title.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { ArchiveSection } from './archives/archive-section.tsx'
import { DestructionSection } from './destruction-section.tsx'
import { type Ending, type EndingRoom, endingQuery } from './ending-query.ts'
import { PhaseSection } from './phase-section.tsx'
import { ScheduleSection } from './schedule-section.tsx'

interface EndingPageProps {
  readonly room: EndingRoom
  readonly roomName: string | undefined
  /** The destruction has begun, and with it this session has ended. */
  readonly onDestroying: () => void
}

/** How a room ends: its phases, when it closes by itself, what is taken along, and its destruction. */
export function EndingPage({ room, roomName, onDestroying }: EndingPageProps) {
  const { t } = useTranslation()
  const query = useQuery(endingQuery(useApi(), room.roomId))
  const ending = query.data
  useTitle(t('ending.title'), roomName, t('app.title'))
  return (
    <section className="ending" aria-labelledby="ending-title">
      <header>
        <h1 id="ending-title" className="title">
          {t('ending.title')}
        </h1>
        <p className="meta">{t('ending.lead')}</p>
      </header>
      {ending ? <Parts room={room} ending={ending} onDestroying={onDestroying} /> : <QueryState query={query} count={8} />}
    </section>
  )
}

type PartsProps = Pick<EndingPageProps, 'room' | 'onDestroying'> & { readonly ending: Ending }

/** A destruction that was asked for comes before all else: its time is running out. */
function Parts({ room, ending, onDestroying }: PartsProps) {
  const { roomId } = room
  const destruction = <DestructionSection key="destruction" {...{ room, ending, onDestroying }} />
  const others = [
    <PhaseSection key="phase" {...{ roomId, ending }} />,
    <ScheduleSection key="schedule" {...{ roomId, ending }} />,
    <ArchiveSection key="archive" roomId={roomId} />,
  ]
  return ending.destruction ? [destruction, ...others] : [...others, destruction]
}
