import { useQuery } from '@tanstack/react-query'
import { Languages, LogOut } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { me, signOff } from '../../contract/features/console/console-session.ts'
import { useApi } from '../lib/api/api-context.ts'
import { useTitle } from '../lib/browser/use-title.ts'
import { useTranslation } from '../lib/i18n.ts'
import { IconButton } from '../ui/button.tsx'
import { LanguageSwitch } from '../ui/field/language-switch.tsx'
import { Mark } from '../ui/page/mark.tsx'
import { keepBearer } from './console-session.ts'
import { AdministratorsPage } from './pages/administrators-page.tsx'
import { HealthPage } from './pages/health-page.tsx'
import { LogPage } from './pages/log-page.tsx'
import { MailsPage } from './pages/mails-page.tsx'
import { KeysPage } from './programs/keys-page.tsx'
import { WebhooksPage } from './programs/webhooks-page.tsx'
import { RoomsPage } from './rooms/rooms-page.tsx'

const PAGES = {
  rooms: RoomsPage,
  health: HealthPage,
  mails: MailsPage,
  keys: KeysPage,
  webhooks: WebhooksPage,
  administrators: AdministratorsPage,
  log: LogPage,
} as const

type PageName = keyof typeof PAGES

const NAMES = Object.keys(PAGES) as PageName[]

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

function usePageName(): PageName {
  const hash = useSyncExternalStore(subscribe, () => location.hash.slice(1))
  return NAMES.find((name) => name === hash) ?? 'rooms'
}

/** On a phone, the menu is wider than the screen. */
const showEntry = (entry: HTMLAnchorElement | null) =>
  entry?.scrollIntoView({ block: 'nearest', inline: 'center' })

export function ConsoleShell() {
  const { t } = useTranslation()
  const name = usePageName()
  const Page = PAGES[name]
  useTitle(t(`console.page_${name}`), t('console.title'))
  return (
    <div className="console">
      <ConsoleHead />
      <nav className="console-nav" aria-label={t('console.pages')}>
        {NAMES.map((each) => (
          <a
            key={each}
            ref={each === name ? showEntry : undefined}
            href={`#${each}`}
            aria-current={each === name ? 'page' : undefined}
          >
            {t(`console.page_${each}`)}
          </a>
        ))}
      </nav>
      <main id="main" className="console-main" tabIndex={-1}>
        <Page />
      </main>
    </div>
  )
}

function ConsoleHead() {
  const { t } = useTranslation()
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => api.call(me, {}, { signal }),
  })
  const leave = async () => {
    await api.call(signOff, {}).catch(() => undefined)
    keepBearer(undefined)
  }
  return (
    <header className="console-head">
      <Mark />
      <h1 className="console-title">{t('console.title')}</h1>
      <span className="console-who ellipsis" data-tip={data?.email}>
        {data?.name}
      </span>
      <LanguageSwitch size="small" icon={Languages} />
      <IconButton
        size="small"
        icon={LogOut}
        label={t('console.signOff')}
        onClick={() => void leave()}
      />
    </header>
  )
}
