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
import type { FilterAddress } from '../lib/filter-address.ts'
import type { AppContext } from './app-context.ts'
import { type Area, redirectFor } from './guards.ts'
import { placeWanted, type ReturnTarget, ReturnToStore } from './return-to.ts'
import { RouteLayers } from './root.tsx'
import {
  loadDashboard,
  loadDisclosure,
  loadEnded,
  loadEnding,
  loadHistory,
  loadInside,
  loadNews,
  loadOperatorArea,
  loadPermissions,
  loadQuestions,
  loadRooms,
  loadSignOn,
  loadStep,
} from './screens/late-screens.ts'
import { LoginScreen } from './screens/public/login-screen.tsx'
import { BrokenScreen, NotFoundScreen, WaitingScreen } from './screens/public/public-screens.tsx'

interface NewsSearch {
  readonly tab?: (typeof NEWS_TABS)[number] | undefined
  readonly days?: 7 | 30 | undefined
  readonly list?: string | undefined
}

interface FolderSearch {
  readonly folder?: number | undefined
}

interface PeopleSearch {
  readonly show?: string | undefined
}

interface UploadSearch extends FolderSearch, FilterAddress {
  readonly q?: string | undefined
}

interface UserSearch extends UploadSearch {
  readonly doc?: number | undefined
  readonly page?: number | undefined
  readonly find?: string | undefined
  readonly attachment?: number | undefined
}

interface QuestionsSearch {
  readonly thread?: string | undefined
  readonly tab?: 'faq' | 'settings' | undefined
}

interface HistorySearch {
  readonly user?: number | undefined
  readonly type?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const isOwnDocument = (href: string): boolean => /^\/compose(?![\w-])/.test(href)

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** The router keeps omitted keys, so undefined is explicit. */
const folderSearch = ({ folder }: Record<string, unknown>): FolderSearch => ({
  folder: isId(folder) ? folder : undefined,
})

const peopleSearch = ({ show }: Record<string, unknown>): PeopleSearch => ({
  show: typeof show === 'string' ? show : undefined,
})

/** The router parses digits as a number. */
const wordsOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number'
    ? `${value}`.trim().slice(0, LIMITS.keywordLength) || undefined
    : undefined

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

const filterSearch = ({
  kind,
  period,
  from,
  to,
  within,
}: Record<string, unknown>): FilterAddress => ({
  kind: textOf(kind),
  period: textOf(period),
  from: textOf(from),
  to: textOf(to),
  within: isId(within) ? within : undefined,
})

const uploadSearch = (search: Record<string, unknown>): UploadSearch => {
  const q = wordsOf(search['q'])
  return { ...folderSearch(search), q, ...filterSearch(q === undefined ? {} : search) }
}

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

const TABS = ['faq', 'settings'] as const
const NEWS_TABS = ['favourites', 'recent'] as const

const questionsSearch = ({ thread, tab }: Record<string, unknown>): QuestionsSearch => ({
  thread: textOf(thread),
  tab: TABS.find((name) => name === tab),
})

const newsSearch = ({ tab, days, list }: Record<string, unknown>): NewsSearch => ({
  tab: NEWS_TABS.find((name) => name === tab),
  days: days === 7 || days === 30 ? days : undefined,
  list: textOf(list),
})

const historySearch = ({ user, type, from, to }: Record<string, unknown>): HistorySearch => ({
  user: isId(user) ? user : undefined,
  type: textOf(type),
  from: textOf(from),
  to: textOf(to),
})

const guardsOf =
  (app: AppContext, places: ReturnToStore) =>
  (area: Area) =>
  ({ location }: { readonly location: ParsedLocation }) => {
    if (area === 'operator') app.leaveView()
    const session = app.sessions.read()
    if (session) places.see(session)
    const { wanted, room } = location.state
    // A link of another room led to the entrance.
    const isPassed =
      area === 'entrance' &&
      !app.sessions.hasEntered() &&
      session &&
      wanted?.passed === session.roomNo
    const to = redirectFor(area, isPassed ? undefined : session)
    if (to === undefined) return
    const isInside = area === 'room' || area === 'operator'
    if (to === '/' && session && !isInside) {
      const href = placeWanted(wanted, session)
      if (href === undefined) throw redirect({ to, replace: true, state: {} })
      throw redirect({
        href,
        replace: true,
        state: {},
        ...(isOwnDocument(href) ? { reloadDocument: true } : {}),
      })
    }
    if (to === '/') throw redirect({ to, replace: true, state: { isDenied: true } })
    const here = () =>
      session
        ? { href: location.href }
        : places.keep(location.href, app.sessions.endReason() !== undefined, room)
    throw redirect({ to, replace: true, state: { wanted: isInside ? here() : wanted } })
  }

const createRoot = () =>
  createRootRoute({ component: RouteLayers, notFoundComponent: NotFoundScreen })

function entranceRoutes(
  app: AppContext,
  root: ReturnType<typeof createRoot>,
  guard: ReturnType<typeof guardsOf>,
) {
  const login = createRoute({
    getParentRoute: () => root,
    path: '/login',
    beforeLoad: guard('entrance'),
    component: LoginScreen,
  })
  const step = createRoute({
    getParentRoute: () => root,
    path: '/login/step',
    beforeLoad: guard('step'),
    component: lazyRouteComponent(() => loadStep(app.i18n), 'StepScreen'),
  })
  const about = createRoute({
    getParentRoute: () => root,
    path: '/about',
    component: lazyRouteComponent(() => import('./screens/about-screen.tsx'), 'AboutScreen'),
  })
  const ended = createRoute({
    getParentRoute: () => root,
    path: '/ended',
    component: lazyRouteComponent(() => loadEnded(app.i18n), 'EndedPage'),
  })
  const rooms = createRoute({
    getParentRoute: () => root,
    path: '/rooms',
    component: lazyRouteComponent(() => loadRooms(app.i18n), 'RoomsScreen'),
  })
  const signOn = createRoute({
    getParentRoute: () => root,
    path: '/sign-on',
    component: lazyRouteComponent(() => loadSignOn(app.i18n), 'SignOnScreen'),
  })
  return [login, step, about, ended, rooms, signOn] as const
}

const insideRoute = (app: AppContext, root: ReturnType<typeof createRoot>) =>
  createRoute({
    getParentRoute: () => root,
    id: 'inside',
    component: lazyRouteComponent(() => loadInside(app.i18n), 'Inside'),
  })

function operatorRoutes(
  app: AppContext,
  inside: ReturnType<typeof insideRoute>,
  guard: ReturnType<typeof guardsOf>,
) {
  const operator = createRoute({
    getParentRoute: () => inside,
    id: 'operator',
    beforeLoad: guard('operator'),
    component: lazyRouteComponent(() => loadOperatorArea(app.i18n), 'OperatorArea'),
  })
  const dashboard = createRoute({
    getParentRoute: () => operator,
    path: '/admin/dashboard',
    component: lazyRouteComponent(() => loadDashboard(app.i18n), 'DashboardScreen'),
  })
  const upload = createRoute({
    getParentRoute: () => operator,
    path: '/admin/upload',
    validateSearch: uploadSearch,
    component: lazyRouteComponent(() => import('./uploading/upload-screen.tsx'), 'UploadScreen'),
  })
  const invitation = createRoute({
    getParentRoute: () => operator,
    path: '/admin/invitation',
    validateSearch: peopleSearch,
    component: lazyRouteComponent(
      () => import('./screens/invitation-screen.tsx'),
      'InvitationScreen',
    ),
  })
  const trash = createRoute({
    getParentRoute: () => operator,
    path: '/admin/trash',
    component: lazyRouteComponent(() => import('./screens/trash-screen.tsx'), 'TrashScreen'),
  })
  const staged = createRoute({
    getParentRoute: () => operator,
    path: '/admin/staged',
    component: lazyRouteComponent(() => import('./screens/staged-screen.tsx'), 'StagedScreen'),
  })
  const areaNews = createRoute({
    getParentRoute: () => operator,
    path: '/admin/new',
    validateSearch: newsSearch,
    component: lazyRouteComponent(() => loadNews(app.i18n), 'AreaNewsScreen'),
  })
  const permissions = createRoute({
    getParentRoute: () => operator,
    path: '/admin/permissions',
    component: lazyRouteComponent(() => loadPermissions(app.i18n), 'PermissionsScreen'),
  })
  const areaQuestions = createRoute({
    getParentRoute: () => operator,
    path: '/admin/questions',
    validateSearch: questionsSearch,
    component: lazyRouteComponent(() => loadQuestions(app.i18n), 'AreaQuestionsScreen'),
  })
  const history = createRoute({
    getParentRoute: () => operator,
    path: '/admin/history',
    validateSearch: historySearch,
    component: lazyRouteComponent(() => loadHistory(app.i18n), 'HistoryScreen'),
  })
  const ending = createRoute({
    getParentRoute: () => operator,
    path: '/admin/ending',
    component: lazyRouteComponent(() => loadEnding(app.i18n), 'EndingScreen'),
  })
  const disclosure = createRoute({
    getParentRoute: () => operator,
    path: '/admin/disclosure',
    component: lazyRouteComponent(() => loadDisclosure(app.i18n), 'DisclosureScreen'),
  })

  const operatorScreens = operator.addChildren([
    dashboard,
    upload,
    areaNews,
    staged,
    trash,
    invitation,
    permissions,
    areaQuestions,
    history,
    disclosure,
    ending,
  ])
  return operatorScreens
}

/** All routes but login load late. `along` replaces browser history. */
export function createAppRouter(app: AppContext, along?: RouterHistory) {
  const guard = guardsOf(app, new ReturnToStore())
  const root = createRoot()
  const inside = insideRoute(app, root)
  const agree = createRoute({
    getParentRoute: () => inside,
    path: '/login/agree',
    beforeLoad: guard('agreement'),
    component: lazyRouteComponent(() => import('./screens/agree-screen.tsx'), 'AgreeScreen'),
  })
  const user = createRoute({
    getParentRoute: () => inside,
    path: '/',
    validateSearch: userSearch,
    beforeLoad: guard('room'),
    component: lazyRouteComponent(() => import('./screens/user-screen.tsx'), 'UserScreen'),
  })
  const questions = createRoute({
    getParentRoute: () => inside,
    path: '/questions',
    validateSearch: questionsSearch,
    beforeLoad: guard('room'),
    component: lazyRouteComponent(() => loadQuestions(app.i18n), 'QuestionsScreen'),
  })
  const news = createRoute({
    getParentRoute: () => inside,
    path: '/new',
    validateSearch: newsSearch,
    beforeLoad: guard('room'),
    component: lazyRouteComponent(() => loadNews(app.i18n), 'NewsScreen'),
  })
  return createRouter({
    ...(along ? { history: along } : {}),
    routeTree: root.addChildren([
      ...entranceRoutes(app, root, guard),
      inside.addChildren([agree, user, questions, news, operatorRoutes(app, inside, guard)]),
    ]),
    defaultErrorComponent: BrokenScreen,
    defaultPendingComponent: WaitingScreen,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    notFoundMode: 'root',
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }

  interface HistoryState {
    readonly isDenied?: boolean
    readonly wanted?: ReturnTarget | undefined
    readonly room?: string
    readonly visit?: number
    readonly searched?: number
  }
}
