import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { roomQuery } from '../features/rooms/index.ts'
import { Icon } from '../ui/icon.tsx'
import { Mark } from '../ui/mark.tsx'
import { useHouse } from './house-context.ts'
import { LanguageSwitch } from './language-switch.tsx'

interface ShellProps {
  readonly roomId: number
  /** Below the name of the room. */
  readonly side: ReactNode
  /** The way to the other area. */
  readonly switchLink: ReactNode
  readonly children: ReactNode
}

/** The room as it is known now, cached for all who show it. */
function useRoom(roomId: number) {
  return useQuery(roomQuery(useHouse().api, roomId)).data
}

export function useRoomName(roomId: number): string | undefined {
  return useRoom(roomId)?.roomName
}

export function useWatermark(roomId: number): boolean | undefined {
  return useRoom(roomId)?.watermark
}

/** What both areas share: the name of the room, the bar above, the place for the work. */
export function Shell({ roomId, side, switchLink, children }: ShellProps) {
  const { t } = useTranslation()
  const { leave } = useHouse()
  const room = useRoom(roomId)

  return (
    <div className="app">
      <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
        {t('app.skip')}
      </button>
      <div className="brand">
        <Mark />
        <span lang="en">Data Room</span>
      </div>
      <header className="top">
        <span className="top-room narrow-only stem">{room?.roomName}</span>
        <div className="top-buttons">
          <LanguageSwitch />
          {switchLink}
          <button type="button" className="button quiet" aria-label={t('app.logout')} title={t('app.logout')} onClick={leave}>
            <Icon name="leave" />
            <span className="wide-only">{t('app.logout')}</span>
          </button>
        </div>
      </header>
      <aside className="side">
        <div className="room">
          <strong>{room?.roomName}</strong>
          <span className="meta numbers">{room && t('app.roomNo', { no: room.roomNo })}</span>
        </div>
        {side}
      </aside>
      <main id="main" className="work" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
