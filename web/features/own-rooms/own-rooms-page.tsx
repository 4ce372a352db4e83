import './own-rooms.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { LIMITS } from '../../../contract/core/limits.ts'
import { leave } from '../../../contract/features/session/own-rooms.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { Mark } from '../../ui/page/mark.tsx'
import { useBusy } from '../../ui/state/busy.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { AskForm } from './ask-form.tsx'
import { OwnPasskeys } from './own-passkeys.tsx'
import { type OpenRoom, type ProvenRooms, provenRoomsQuery } from './own-rooms-query.ts'
import { ProveByPasskey } from './prove-by-passkey.tsx'
import { ProveForm } from './prove-form.tsx'
import { OpenRoomRow, ProvenRoomRow } from './room-rows.tsx'
import type { Entered } from './use-crossing.ts'

interface OwnRoomsPageProps {
  readonly open: readonly OpenRoom[]
  readonly current: number | undefined
  readonly email: string | undefined
  readonly link: string | undefined
  readonly onLinkDropped: () => void
  readonly onAsked: () => void
  readonly onOpen: (roomId: number) => void
  readonly onEntered: (entered: Entered) => Promise<void>
  readonly onLeft: () => void
  readonly wayBack: ReactNode
  readonly languageSwitch: ReactNode
}

/** A proof of the address, not a session, decides what is listed. */
export function OwnRoomsPage({ wayBack, languageSwitch, onLeft, ...page }: OwnRoomsPageProps) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery(provenRoomsQuery(api))
  const proven = query.data ?? undefined
  useTitle(t('rooms.title'), t('app.title'))
  return (
    <div className="own-rooms">
      <header className="own-rooms-top">
        <Mark />
        <span lang="en">Data Room</span>
        <div className="own-rooms-ways">{wayBack}</div>
      </header>
      <main id="main" className="own-rooms-main" tabIndex={-1}>
        <h1 className="title">{t('rooms.title')}</h1>
        <p className="meta">{t('rooms.lead')}</p>
        {page.link !== undefined && <ProveForm link={page.link} onDropped={page.onLinkDropped} />}
        {page.link === undefined && <Rooms {...page} proven={proven} query={query} />}
        <footer className="own-rooms-foot">
          {/* Until the proof is known, leaving would end too little. */}
          {query.isPending ? (
            <span />
          ) : (
            <LeaveAll
              isProven={proven !== undefined}
              isAnyOpen={page.open.length > 0}
              onLeft={onLeft}
            />
          )}
          {languageSwitch}
        </footer>
      </main>
    </div>
  )
}

interface RoomsProps
  extends Pick<
    OwnRoomsPageProps,
    'open' | 'current' | 'email' | 'onAsked' | 'onOpen' | 'onEntered'
  > {
  readonly proven: ProvenRooms | undefined
  readonly query: Parameters<typeof QueryState>[0]['query']
}

function Rooms({ proven, query, open, current, email, onAsked, onOpen, onEntered }: RoomsProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const listed = new Set(proven?.rooms.map(({ roomId }) => roomId))
  const others = open.filter(({ roomId }) => !listed.has(roomId))
  return (
    <>
      <QueryState query={query} count={3} />
      {proven && (
        <section aria-label={t('rooms.proven')}>
          <p className="meta own-rooms-proof">
            {t('rooms.provenAs', {
              email: proven.email,
              until: formatInstant(proven.until, language),
              minutes: LIMITS.idleMs / 60_000,
            })}
          </p>
          {proven.rooms.length === 0 && <EmptyState icon={LayoutGrid} text={t('rooms.none')} />}
          <ul className="own-rooms-list">
            {proven.rooms.map((room) => (
              <ProvenRoomRow
                key={room.roomId}
                room={room}
                held={open.find(({ roomId }) => roomId === room.roomId)}
                isCurrent={room.roomId === current}
                onOpen={onOpen}
                onEntered={onEntered}
              />
            ))}
          </ul>
          <OwnPasskeys />
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="own-rooms-open">
          <h2 id="own-rooms-open" className="own-rooms-heading">
            {t('rooms.openHere')}
          </h2>
          <ul className="own-rooms-list">
            {others.map((room) => (
              <OpenRoomRow
                key={room.roomId}
                room={room}
                isCurrent={room.roomId === current}
                onOpen={onOpen}
              />
            ))}
          </ul>
        </section>
      )}
      {query.isPending || query.isError || proven ? null : (
        <>
          <AskForm email={email} onAsked={onAsked} />
          <ProveByPasskey />
        </>
      )}
    </>
  )
}

interface LeaveAllProps {
  readonly isProven: boolean
  readonly isAnyOpen: boolean
  readonly onLeft: () => void
}

function LeaveAll({ isProven, isAnyOpen, onLeft }: LeaveAllProps) {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const block = useBusy()
  const alertError = useErrorAlert()
  const queries = useQueryClient()
  if (!isProven && !isAnyOpen) return <span />
  const leaveAll = async () => {
    const question = {
      tone: 'check',
      text: t('rooms.leaveAllAsk'),
      confirmLabel: t('rooms.leaveAll'),
    } as const
    const detail = t(isProven ? 'rooms.leaveAllProven' : 'rooms.leaveAllHere')
    if (!(await dialogs.confirm({ ...question, detail }))) return
    try {
      if (isProven) await block(api.call(leave, { body: { everywhere: true } }))
      onLeft()
    } catch (error) {
      // Sessions on other devices continue, so the page must not claim their end.
      await alertError(error)
    }
    await queries.invalidateQueries()
  }
  return (
    <Button variant="quiet" onClick={() => void leaveAll()}>
      {t('rooms.leaveAll')}
    </Button>
  )
}
