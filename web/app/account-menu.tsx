import { Menu, MenuSection } from 'react-aria-components'
import { LANGUAGES, type Language } from '../../contract/core/language.ts'
import { useLanguage, useTranslation } from '../lib/i18n.ts'
import { THEMES, type Theme, useTheme } from '../lib/theme.ts'
import { type MenuAction, MenuEntry } from '../ui/action-menu.tsx'
import { ChoiceSection } from '../ui/choice-menu.tsx'
import { MenuPlace } from '../ui/menu-place.tsx'
import { useTellError } from '../ui/use-tell-error.ts'

const LANGUAGE_NAMES: Record<Language, string> = { ko: '한국어', en: 'English' }

/** Whoever is logged in. */
export interface Account {
  readonly name: string
  readonly email: string
}

interface AccountMenuProps {
  readonly account: Account
  readonly actions: readonly MenuAction[]
  readonly anchor: Element
  readonly onClose: () => void
}

/** Who is logged in, what belongs to the account, and the settings of this browser. It is open while it is rendered. */
export function AccountMenu({ account, actions, anchor, onClose }: AccountMenuProps) {
  const { t } = useTranslation()
  const [language, setLanguage] = useLanguage()
  const [theme, setTheme] = useTheme()
  const tellError = useTellError()
  const themeNames: Record<Theme, string> = { system: t('app.themeSystem'), light: t('app.themeLight'), dark: t('app.themeDark') }
  return (
    <MenuPlace label={t('app.account')} anchor={anchor} onClose={onClose}>
      <div className="menu">
        <div className="account-card">
          <strong>{account.name}</strong>
          <span className="meta">{account.email}</span>
        </div>
        <Menu className="account-entries" aria-label={t('app.account')} autoFocus="first" onClose={onClose}>
          {actions.length > 0 && (
            <MenuSection className="menu-section" aria-label={t('app.account')}>
              {actions.map((action) => (
                <MenuEntry key={action.id} {...action} />
              ))}
            </MenuSection>
          )}
          <ChoiceSection
            id="language"
            label={t('app.language')}
            chosen={language}
            choices={LANGUAGES.map((id) => ({
              id,
              label: LANGUAGE_NAMES[id],
              lang: id,
              onChoose: () => void setLanguage(id).catch(tellError),
            }))}
          />
          <ChoiceSection
            id="theme"
            label={t('app.theme')}
            chosen={theme}
            choices={THEMES.map((id) => ({ id, label: themeNames[id], onChoose: () => setTheme(id) }))}
          />
        </Menu>
      </div>
    </MenuPlace>
  )
}
