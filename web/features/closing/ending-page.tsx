import '../../ui/page/screen.css'
import './closing.css'
import { useQuery } from '@tanstack/react-query'
import { PackagePlus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../lib/api/api-context.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { ArchiveList } from './archives/archive-list.tsx'
import { archivesQuery } from './archives/archives-query.ts'
import { PrepareDialog } from './archives/prepare-dialog.tsx'
import { DestructionSection } from './destruction-section.tsx'
import { type Ending, type EndingRoom, endingQuery } from './ending-query.ts'
import { PhaseSection } from './phase-section.tsx'
import { ScheduleSection } from './schedule-section.tsx'

interface EndingPageProps {
  readonly room: EndingRoom
  readonly roomName: string | undefined
  readonly onDestroying: () => void
}

export function EndingPage({ room, roomName, onDestroying }: EndingPageProps) {
  const { t } = useTranslation()
  const query = useQuery(endingQuery(useApi(), room.roomId))
  const ending = query.data
  useTitle(t('ending.title'), roomName, t('app.title'))
  return (
    <section className="screen-parts ending" aria-labelledby="ending-title">
      <header>
        <h1 id="ending-title" className="title">
          {t('ending.title')}
        </h1>
        <p className="meta">{t('ending.lead')}</p>
      </header>
      {ending ? (
        <Parts room={room} ending={ending} onDestroying={onDestroying} />
      ) : (
        <QueryState query={query} count={8} />
      )}
    </section>
  )
}

type PartsProps = Pick<EndingPageProps, 'room' | 'onDestroying'> & { readonly ending: Ending }

function ArchiveSection({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  const query = useQuery(archivesQuery(useApi(), roomId))
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <section className="ending-part" aria-labelledby="ending-archives">
      <h2 id="ending-archives">{t('archive.title')}</h2>
      <p className="meta">{t('archive.lead')}</p>
      <QueryState query={query} count={2} />
      {query.data && (
        <ArchiveList
          roomId={roomId}
          archives={query.data.filter(({ scope }) => scope === 'room')}
          onAgain={open}
        />
      )}
      <div className="ending-buttons">
        <Button icon={PackagePlus} aria-haspopup="dialog" onClick={open}>
          {t('archive.prepare')}
        </Button>
      </div>
      {isOpen && <PrepareDialog roomId={roomId} scope="room" onClose={() => setOpen(false)} />}
    </section>
  )
}

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
