import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { type Area, placeInstead } from './guards.ts'
import type { House } from './house.ts'
import { OperatorArea } from './operator-area.tsx'
import { InvitationScreen, UploadScreen } from './operator-screens.tsx'
import { AboutScreen, AgreeScreen, BrokenScreen, LoginScreen, NotFoundScreen } from './public-screens.tsx'
import { Root } from './root.tsx'
import { UserScreen } from './user-screen.tsx'

interface FolderSearch {
  readonly folder?: number
}

interface UserSearch extends FolderSearch {
  readonly doc?: number
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

const folderSearch = ({ folder }: Record<string, unknown>): FolderSearch => (isId(folder) ? { folder } : {})

const userSearch = (search: Record<string, unknown>): UserSearch => ({
  ...folderSearch(search),
  ...(isId(search['doc']) ? { doc: search['doc'] } : {}),
})

/** The addresses of the client. Each stands in an area, and its guard runs again when the session changes. */
export function createHouseRouter(house: House) {
  const guard = (area: Area) => () => {
    const session = house.sessions.read()
    const to = placeInstead(area, session)
    if (to !== undefined) throw redirect({ to, replace: true, state: area === 'operator' && to === '/' ? { isDenied: true } : {} })
  }

  const root = createRootRoute({
    component: () => <Root house={house} />,
    notFoundComponent: NotFoundScreen,
  })
  const login = createRoute({ getParentRoute: () => root, path: '/login', beforeLoad: guard('entrance'), component: LoginScreen })
  const agree = createRoute({ getParentRoute: () => root, path: '/login/agree', beforeLoad: guard('agreement'), component: AgreeScreen })
  const about = createRoute({ getParentRoute: () => root, path: '/about', component: AboutScreen })
  const user = createRoute({
    getParentRoute: () => root,
    path: '/',
    validateSearch: userSearch,
    beforeLoad: guard('room'),
    component: UserScreen,
  })
  const operator = createRoute({ getParentRoute: () => root, id: 'operator', beforeLoad: guard('operator'), component: OperatorArea })
  const upload = createRoute({
    getParentRoute: () => operator,
    path: '/admin/upload',
    validateSearch: folderSearch,
    component: UploadScreen,
  })
  const invitation = createRoute({ getParentRoute: () => operator, path: '/admin/invitation', component: InvitationScreen })

  return createRouter({
    routeTree: root.addChildren([login, agree, about, user, operator.addChildren([upload, invitation])]),
    defaultErrorComponent: BrokenScreen,
    notFoundMode: 'root',
    defaultPendingMinMs: 0,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createHouseRouter>
  }
}
