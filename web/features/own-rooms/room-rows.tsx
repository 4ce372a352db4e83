import { useQuery } from '@tanstack/react-query'
import { NEWS_COUNT_MAX, type OwnRoom } from '../../../contract/features/session/own-rooms.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/list/chip.tsx'
import { type OpenRoom, openRoomQuery } from './own-rooms-query.ts'
import { type Entered, useCrossing } from './use-crossing.ts'

interface ProvenRoomRowProps {
  readonly room: OwnRoom
  readonly held: OpenRoom | undefined
  readonly isCurrent: boolean
  readonly onOpen: (roomId: number) => void
  readonly onEntered: (entered: Entered) => Promise<void>
}

export function ProvenRoomRow({ room, held, isCurrent, onOpen, onEntered }: ProvenRoomRowProps) {
  const { t } = useTranslation()
  const { isCrossing, go } = useCrossing(onEntered)
  const { roomId, roomName } = room
  return (
    <li className="own-rooms-row">
      <div className="own-rooms-text">
        <span className="own-rooms-name">
          {roomName}
          {isCurrent && <Chip tone="ok" text={t('rooms.current')} />}
        </span>
        <Facts room={room} isHeld={held !== undefined} />
      </div>
      {held ? (
        <Button
          variant={isCurrent ? 'plain' : 'primary'}
          aria-label={t('rooms.openOf', { name: roomName })}
          onClick={() => onOpen(roomId)}
        >
          {t('rooms.open')}
        </Button>
      ) : (
        <Button
          isBusy={isCrossing}
          aria-label={t('rooms.enterOf', { name: roomName })}
          onClick={() => void go(roomId)}
        >
          {t('rooms.enter')}
        </Button>
      )}
    </li>
  )
}

const PHASES = { open: 'phaseOpen', frozen: 'phaseFrozen', closed: 'phaseClosed' } as const

/** Until the notice is accepted, only the name is known. */
function Facts({
  room: { phase, endsAt, news },
  isHeld,
}: {
  readonly room: OwnRoom
  readonly isHeld: boolean
}) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  if (phase === undefined)
    return <span className="meta">{t(isHeld ? 'rooms.afterNotice' : 'rooms.afterEntry')}</span>
  const named = phase in PHASES ? t(`rooms.${PHASES[phase as keyof typeof PHASES]}`) : ''
  const count = news ?? 0
  const facts = [
    named,
    count >= NEWS_COUNT_MAX
      ? t('rooms.newsMany', { count: NEWS_COUNT_MAX })
      : count > 0
        ? t('rooms.news', { count })
        : t('rooms.newsNone'),
    endsAt ? t('rooms.endsAt', { date: formatInstant(endsAt, language) }) : t('rooms.noEnd'),
  ]
  return (
    <span className="meta numbers own-rooms-facts">
      {facts.filter(Boolean).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  )
}

interface OpenRoomRowProps {
  readonly room: OpenRoom
  readonly isCurrent: boolean
  readonly onOpen: (roomId: number) => void
}

export function OpenRoomRow({ room, isCurrent, onOpen }: OpenRoomRowProps) {
  const { t } = useTranslation()
  const api = useApi()
  const number = t('app.roomNo', { no: room.roomNo })
  const name = useQuery(openRoomQuery(api, room)).data ?? number
  return (
    <li className="own-rooms-row">
      <div className="own-rooms-text">
        <span className="own-rooms-name">
          {name}
          {isCurrent && <Chip tone="ok" text={t('rooms.current')} />}
        </span>
        <span className="meta numbers">{number}</span>
      </div>
      <Button aria-label={t('rooms.openOf', { name })} onClick={() => onOpen(room.roomId)}>
        {t('rooms.open')}
      </Button>
    </li>
  )
}
