import { LANGUAGES, type Language } from '../../contract/core/language.ts'
import { useLanguage, useTranslation } from '../lib/i18n.ts'
import { THEMES, type Theme, useTheme } from '../lib/theme.ts'
import { ChoiceMenu } from '../ui/choice-menu.tsx'
import { useTellError } from '../ui/use-tell-error.ts'

const LANGUAGE_NAMES: Record<Language, string> = { ko: '한국어', en: 'English' }

interface DisplayMenuProps {
  readonly anchor: Element
  readonly onClose: () => void
}

/** The settings of this browser, open while it is rendered. */
export function DisplayMenu({ anchor, onClose }: DisplayMenuProps) {
  const { t } = useTranslation()
  const [language, setLanguage] = useLanguage()
  const tellError = useTellError()
  const [theme, setTheme] = useTheme()
  const themeNames: Record<Theme, string> = { system: t('app.themeSystem'), light: t('app.themeLight'), dark: t('app.themeDark') }
  return (
    <ChoiceMenu
      label={t('app.display')}
      anchor={anchor}
      onClose={onClose}
      sections={[
        {
          id: 'language',
          label: t('app.language'),
          chosen: language,
          choices: LANGUAGES.map((id) => ({
            id,
            label: LANGUAGE_NAMES[id],
            lang: id,
            onChoose: () => void setLanguage(id).catch(tellError),
          })),
        },
        {
          id: 'theme',
          label: t('app.theme'),
          chosen: theme,
          choices: THEMES.map((id) => ({ id, label: themeNames[id], onChoose: () => setTheme(id) })),
        },
      ]}
    />
  )
}
