import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { LIMITS } from '../../contract/core/limits.ts'
import { type Area, placeInstead } from './guards.ts'
import type { House } from './house.ts'
import { loadDashboard, loadEnded, loadEnding, loadHistory, loadInside, loadOperatorArea, loadStep } from './late-screens.ts'
import { BrokenScreen, LoginScreen, NotFoundScreen, WaitingScreen } from './public-screens.tsx'
import { RouteLayers } from './root.tsx'
import { PlaceKeeper, placeWanted } from './wanted.ts'

interface FolderSearch {
  readonly folder?: number | undefined
}

interface PeopleSearch {
  /** Whom the list shows. */
  readonly show?: string | undefined
}

interface UploadSearch extends FolderSearch {
  /** What is sought in the room. */
  readonly q?: string | undefined
}

interface UserSearch extends UploadSearch {
  readonly doc?: number | undefined
  readonly page?: number | undefined
  /** What is sought in the document that is open. */
  readonly find?: string | undefined
  /** The message whose file was asked for. */
  readonly attachment?: number | undefined
}

/** Looked at more closely by the screen, which alone knows what there is to choose from. */
interface HistorySearch {
  readonly user?: number | undefined
  readonly type?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Addresses that the server answers with another page. */
const isOwnDocument = (href: string): boolean => /^\/compose(?![\w-])/.test(href)

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** What is no id must be said to be undefined: what is left out, the router takes from the address as it is. */
const folderSearch = ({ folder }: Record<string, unknown>): FolderSearch => ({ folder: isId(folder) ? folder : undefined })

const peopleSearch = ({ show }: Record<string, unknown>): PeopleSearch => ({ show: typeof show === 'string' ? show : undefined })

/** What looks like a number in the address is one to the router. */
const wordsOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? `${value}`.trim().slice(0, LIMITS.keywordLength) || undefined : undefined

const uploadSearch = (search: Record<string, unknown>): UploadSearch => ({ ...folderSearch(search), q: wordsOf(search['q']) })

const userSearch = (search: Record<string, unknown>): UserSearch => {
  const { doc, page, find, attachment } = search
  return {
    ...uploadSearch(search),
    doc: isId(doc) ? doc : undefined,
    page: isId(doc) && isId(page) ? page : undefined,
    find: isId(doc) ? wordsOf(find) : undefined,
    attachment: isId(attachment) ? attachment : undefined,
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const historySearch = ({ user, type, from, to }: Record<string, unknown>): HistorySearch => ({
  user: isId(user) ? user : undefined,
  type: textOf(type),
  from: textOf(from),
  to: textOf(to),
})

/** Who comes where they cannot be is led to where they can, and from there back. */
const guardsOf =
  (house: House, places: PlaceKeeper) =>
  (area: Area) =>
  ({ location }: { readonly location: ParsedLocation }) => {
    // Whoever comes back to the operator area, by whatever way, looks with their own eyes again.
    if (area === 'operator') house.leaveView()
    const session = house.sessions.read()
    if (session) places.see(session)
    const to = placeInstead(area, session)
    if (to === undefined) return
    const isInside = area === 'room' || area === 'operator'
    if (to === '/' && session && !isInside) {
      const href = placeWanted(location.state.wanted, session)
      if (href === undefined) throw redirect({ to, replace: true, state: {} })
      throw redirect({ href, replace: true, state: {}, ...(isOwnDocument(href) ? { reloadDocument: true } : {}) })
    }
    if (to === '/') throw redirect({ to, replace: true, state: { isDenied: true } })
    const here = () => (session ? { href: location.href } : places.keep(location.href, house.sessions.endReason() !== undefined))
    throw redirect({ to, replace: true, state: { wanted: isInside ? here() : location.state.wanted } })
  }

/**
 * The addresses of the client. Each stands in an area, and its guard runs again when the session changes; all but the login are loaded late.
 * @param along in place of the browser's own, for a client that is not alone in its window.
 */
export function createHouseRouter(house: House, along?: RouterHistory) {
  const guard = guardsOf(house, new PlaceKeeper())
  const root = createRootRoute({ component: RouteLayers, notFoundComponent: NotFoundScreen })
  const login = createRoute({ getParentRoute: () => root, path: '/login', beforeLoad: guard('entrance'), component: LoginScreen })
  const step = createRoute({
    getParentRoute: () => root,
    path: '/login/step',
    beforeLoad: guard('step'),
    component: lazyRouteComponent(() => loadStep(house.i18n), 'StepScreen'),
  })
  const about = createRoute({
    getParentRoute: () => root,
    path: '/about',
    component: lazyRouteComponent(() => import('./about-screen.tsx'), 'AboutScreen'),
  })
  const ended = createRoute({
    getParentRoute: () => root,
    path: '/ended',
    component: lazyRouteComponent(() => loadEnded(house.i18n), 'EndedPage'),
  })
  const inside = createRoute({
    getParentRoute: () => root,
    id: 'inside',
    component: lazyRouteComponent(() => loadInside(house.i18n), 'Inside'),
  })
  const agree = createRoute({
    getParentRoute: () => inside,
    path: '/login/agree',
    beforeLoad: guard('agreement'),
    component: lazyRouteComponent(() => import('./agree-screen.tsx'), 'AgreeScreen'),
  })
  const user = createRoute({
    getParentRoute: () => inside,
    path: '/',
    validateSearch: userSearch,
    beforeLoad: guard('room'),
    component: lazyRouteComponent(() => import('./user-screen.tsx'), 'UserScreen'),
  })
  const operator = createRoute({
    getParentRoute: () => inside,
    id: 'operator',
    beforeLoad: guard('operator'),
    component: lazyRouteComponent(() => loadOperatorArea(house.i18n), 'OperatorArea'),
  })
  const dashboard = createRoute({
    getParentRoute: () => operator,
    path: '/admin/dashboard',
    component: lazyRouteComponent(() => loadDashboard(house.i18n), 'DashboardScreen'),
  })
  const upload = createRoute({
    getParentRoute: () => operator,
    path: '/admin/upload',
    validateSearch: uploadSearch,
    component: lazyRouteComponent(() => import('./upload-screen.tsx'), 'UploadScreen'),
  })
  const invitation = createRoute({
    getParentRoute: () => operator,
    path: '/admin/invitation',
    validateSearch: peopleSearch,
    component: lazyRouteComponent(() => import('./invitation-screen.tsx'), 'InvitationScreen'),
  })
  const trash = createRoute({
    getParentRoute: () => operator,
    path: '/admin/trash',
    component: lazyRouteComponent(() => import('./trash-screen.tsx'), 'TrashScreen'),
  })
  const history = createRoute({
    getParentRoute: () => operator,
    path: '/admin/history',
    validateSearch: historySearch,
    component: lazyRouteComponent(() => loadHistory(house.i18n), 'HistoryScreen'),
  })
  const ending = createRoute({
    getParentRoute: () => operator,
    path: '/admin/ending',
    component: lazyRouteComponent(() => loadEnding(house.i18n), 'EndingScreen'),
  })

  const operatorScreens = operator.addChildren([dashboard, upload, trash, invitation, history, ending])
  return createRouter({
    ...(along ? { history: along } : {}),
    routeTree: root.addChildren([login, step, about, ended, inside.addChildren([agree, user, operatorScreens])]),
    defaultErrorComponent: BrokenScreen,
    defaultPendingComponent: WaitingScreen,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    notFoundMode: 'root',
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createHouseRouter>
  }
}
