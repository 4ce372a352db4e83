import { Menu, MenuSection } from 'react-aria-components'
import { LANGUAGES, type Language } from '../../../../contract/core/language.ts'
import { THEMES, type Theme, useTheme } from '../../../lib/browser/theme.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { type MenuAction, MenuEntry } from '../../../ui/menu/action-menu.tsx'
import { ChoiceSection } from '../../../ui/menu/choice-menu.tsx'
import { MenuPlace } from '../../../ui/menu/menu-place.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'

const LANGUAGE_NAMES: Record<Language, string> = { ko: '한국어', en: 'English' }

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

export function AccountMenu({ account, actions, anchor, onClose }: AccountMenuProps) {
  const { t } = useTranslation()
  const [language, setLanguage] = useLanguage()
  const [theme, setTheme] = useTheme()
  const alertError = useErrorAlert()
  const themeNames: Record<Theme, string> = {
    system: t('app.themeSystem'),
    light: t('app.themeLight'),
    dark: t('app.themeDark'),
  }
  return (
    <MenuPlace label={t('app.account')} anchor={anchor} onClose={onClose}>
      <div className="menu">
        <div className="account-card">
          <strong>{account.name}</strong>
          <span className="meta">{account.email}</span>
        </div>
        <Menu
          className="account-entries"
          aria-label={t('app.account')}
          autoFocus="first"
          onClose={onClose}
        >
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
              onChoose: () => void setLanguage(id).catch(alertError),
            }))}
          />
          <ChoiceSection
            id="theme"
            label={t('app.theme')}
            chosen={theme}
            choices={THEMES.map((id) => ({
              id,
              label: themeNames[id],
              onChoose: () => setTheme(id),
            }))}
          />
        </Menu>
      </div>
    </MenuPlace>
  )
}
