import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { type Area, placeInstead } from './guards.ts'
import type { House } from './house.ts'
import { BrokenScreen, LoginScreen, NotFoundScreen, WaitingScreen } from './public-screens.tsx'
import { Root } from './root.tsx'

interface FolderSearch {
  readonly folder?: number | undefined
}

interface PeopleSearch {
  /** Whom the list shows. */
  readonly show?: string | undefined
}

interface UserSearch extends FolderSearch {
  readonly doc?: number | undefined
  readonly page?: number | undefined
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** What is no id must be said to be undefined: what is left out, the router takes from the address as it is. */
const folderSearch = ({ folder }: Record<string, unknown>): FolderSearch => ({ folder: isId(folder) ? folder : undefined })

const peopleSearch = ({ show }: Record<string, unknown>): PeopleSearch => ({ show: typeof show === 'string' ? show : undefined })

const userSearch = (search: Record<string, unknown>): UserSearch => {
  const { doc, page } = search
  return { ...folderSearch(search), doc: isId(doc) ? doc : undefined, page: isId(doc) && isId(page) ? page : undefined }
}

/** The addresses of the client. Each stands in an area, and its guard runs again when the session changes; all but the login are loaded late. */
export function createHouseRouter(house: House) {
  const guard = (area: Area) => () => {
    // Whoever comes back to the operator area, by whatever way, looks with their own eyes again.
    if (area === 'operator') house.leaveView()
    const session = house.sessions.read()
    const to = placeInstead(area, session)
    if (to !== undefined) throw redirect({ to, replace: true, state: area === 'operator' && to === '/' ? { isDenied: true } : {} })
  }

  /** What is said inside comes with it. */
  const loadInside = async () => {
    const [{ Inside }, { ROOM_TEXTS }] = await Promise.all([import('./inside.tsx'), import('../locales/room.ts')])
    house.i18n.addTexts(ROOM_TEXTS)
    return { Inside }
  }

  const loadStep = async () => {
    const [{ StepScreen }, { STEP_TEXTS }] = await Promise.all([import('./step-screen.tsx'), import('../locales/step.ts')])
    house.i18n.addTexts(STEP_TEXTS)
    return { StepScreen }
  }

  const loadDashboard = async () => {
    const [{ DashboardScreen }, { DASHBOARD_TEXTS }] = await Promise.all([
      import('./dashboard-screen.tsx'),
      import('../locales/dashboard.ts'),
    ])
    house.i18n.addTexts(DASHBOARD_TEXTS)
    return { DashboardScreen }
  }

  const root = createRootRoute({
    component: () => <Root house={house} />,
    notFoundComponent: NotFoundScreen,
  })
  const login = createRoute({ getParentRoute: () => root, path: '/login', beforeLoad: guard('entrance'), component: LoginScreen })
  const step = createRoute({
    getParentRoute: () => root,
    path: '/login/step',
    beforeLoad: guard('step'),
    component: lazyRouteComponent(loadStep, 'StepScreen'),
  })
  const about = createRoute({
    getParentRoute: () => root,
    path: '/about',
    component: lazyRouteComponent(() => import('./about-screen.tsx'), 'AboutScreen'),
  })
  const inside = createRoute({
    getParentRoute: () => root,
    id: 'inside',
    component: lazyRouteComponent(loadInside, 'Inside'),
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
    component: lazyRouteComponent(() => import('./operator-area.tsx'), 'OperatorArea'),
  })
  const dashboard = createRoute({
    getParentRoute: () => operator,
    path: '/admin/dashboard',
    component: lazyRouteComponent(loadDashboard, 'DashboardScreen'),
  })
  const upload = createRoute({
    getParentRoute: () => operator,
    path: '/admin/upload',
    validateSearch: folderSearch,
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

  return createRouter({
    routeTree: root.addChildren([
      login,
      step,
      about,
      inside.addChildren([agree, user, operator.addChildren([dashboard, upload, trash, invitation])]),
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
    router: ReturnType<typeof createHouseRouter>
  }
}
