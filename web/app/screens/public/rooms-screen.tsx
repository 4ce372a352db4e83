import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Entered, OwnRoomsPage } from '../../../features/own-rooms/index.ts'
import { loadJoin } from '../../../features/session/index.ts'
import { ApiProvider } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { LanguageSwitch } from '../../../ui/field/language-switch.tsx'
import { keepPlace, keptPlace } from '../../kept-place.ts'
import { useApp } from '../../use-app.ts'
import { useMailedToken } from './use-mailed-token.ts'

const placeOfBrowser = () => keptPlace('browser')

export function RoomsScreen() {
  const { t } = useTranslation()
  const { api, sessions, leaveAll } = useApp()
  const navigate = useNavigate()
  const own = useSyncExternalStore(sessions.subscribe, sessions.read)
  const open = useSyncExternalStore(sessions.subscribe, sessions.all)
  const [link, dropLink] = useMailedToken('/rooms', placeOfBrowser)
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, networkMode: 'always' } } }),
  )
  useEffect(() => () => queries.clear(), [queries])
  const wanted = useLocation({ select: ({ state }) => state.wanted })
  const enterRoom = () => {
    const isWanted = wanted !== undefined && sessions.read()?.roomNo === wanted.roomNo
    if (isWanted) keepPlace('browser', undefined)
    void navigate(isWanted ? { to: '/login', state: true } : { to: '/' })
  }
  const enter = async (entered: Entered) => {
    const { takeIn } = await loadJoin()
    takeIn(api, sessions, entered)
    enterRoom()
  }
  return (
    <ApiProvider value={api}>
      <QueryClientProvider client={queries}>
        <OwnRoomsPage
          open={open}
          current={own?.roomId}
          email={own?.email}
          link={link}
          onLinkDropped={dropLink}
          onAsked={() => keepPlace('browser', wanted)}
          onOpen={(roomId) => {
            sessions.open(roomId)
            enterRoom()
          }}
          onEntered={enter}
          onLeft={leaveAll}
          wayBack={
            <Link to={own ? '/' : '/login'} state className={buttonClass({ variant: 'quiet' })}>
              {t(own ? 'rooms.back' : 'login.byPin')}
            </Link>
          }
          languageSwitch={<LanguageSwitch />}
        />
      </QueryClientProvider>
    </ApiProvider>
  )
}
