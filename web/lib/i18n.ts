import { createContext, useContext, useSyncExternalStore } from 'react'
import { LANGUAGES, type Language } from '../../contract/core/language.ts'
import type { ACTIVITY_TEXTS } from '../locales/activity.ts'
import type { DASHBOARD_TEXTS } from '../locales/dashboard.ts'
import { ENTRANCE_TEXTS } from '../locales/entrance.ts'
import type { MESSAGE_TEXTS } from '../locales/messages.ts'
import type { ROOM_TEXTS } from '../locales/room.ts'
import type { STEP_TEXTS } from '../locales/step.ts'

type Catalogue = (typeof ENTRANCE_TEXTS)['ko'] &
  (typeof ROOM_TEXTS)['ko'] &
  (typeof STEP_TEXTS)['ko'] &
  (typeof ACTIVITY_TEXTS)['ko'] &
  (typeof MESSAGE_TEXTS)['ko'] &
  (typeof DASHBOARD_TEXTS)['ko']
type Stem<Name> = Name extends `${infer Before}_other` ? Before : Name

/** A text by the file and the name in it, without the ending of a plural form. */
export type TextKey = { [File in keyof Catalogue]: `${File}.${Stem<keyof Catalogue[File] & string>}` }[keyof Catalogue]

type Values = Readonly<Record<string, string | number>>

/** The text of a key in the language of the screen, with `{{name}}` and `{{name, number}}` filled in. `count` chooses the plural form. */
export type Translate = (key: TextKey, values?: Values) => string

type Texts = Readonly<Record<Language, Readonly<Record<string, Readonly<Record<string, string>>>>>>

interface Spoken {
  readonly language: Language
  readonly t: Translate
}

/** The language of the screen and its texts. */
export interface I18n {
  /** The same object until the language changes or texts are added. */
  spoken(): Spoken
  change(language: Language): void
  /** Adds what a part of the client says that is loaded later. */
  addTexts(texts: Texts): void
  subscribe(listener: () => void): () => void
}

const KEY = 'language'

const isLanguage = (value: string | null): value is Language => LANGUAGES.some((language) => language === value)

/** The language chosen last; else the browser's, Korean unless English is preferred. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): Language {
  if (isLanguage(stored)) return stored
  const first = browser.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => isLanguage(tag))
  return first === 'en' ? 'en' : 'ko'
}

/** Speaks one language from its texts. A key without a text, which the check of the catalogues prevents, stays as it is. */
export function translator(language: Language, texts: Texts[Language]): Translate {
  const plural = new Intl.PluralRules(language)
  const number = new Intl.NumberFormat(language)
  const fill = (text: string, values: Values) =>
    text.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isNumber: string | undefined) => {
      const value = values[name] ?? ''
      return isNumber && typeof value === 'number' ? number.format(value) : String(value)
    })
  return (key, values = {}) => {
    const [file = '', name = ''] = key.split('.')
    const { count } = values
    const forms = typeof count === 'number' ? [`${name}_${plural.select(count)}`, `${name}_other`, name] : [name]
    const text = forms.map((form) => texts[file]?.[form]).find((found) => found !== undefined)
    return text === undefined ? key : fill(text, values)
  }
}

/** Both languages come in one bundle: a change of language needs no request. */
export function createI18n(): I18n {
  const listeners = new Set<() => void>()
  let texts: Texts = ENTRANCE_TEXTS
  let spoken = speak(preferredLanguage(localStorage.getItem(KEY), navigator.languages))

  function speak(language: Language): Spoken {
    document.documentElement.lang = language
    return { language, t: translator(language, texts[language]) }
  }
  const become = (language: Language) => {
    spoken = speak(language)
    for (const listener of listeners) listener()
  }
  // Another tab has changed it.
  addEventListener('storage', ({ key }) => {
    if (key === KEY) become(preferredLanguage(localStorage.getItem(KEY), navigator.languages))
  })
  return {
    spoken: () => spoken,
    change(language) {
      localStorage.setItem(KEY, language)
      become(language)
    },
    addTexts(more) {
      texts = { ko: { ...texts.ko, ...more.ko }, en: { ...texts.en, ...more.en } }
      become(spoken.language)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const I18nContext = createContext<I18n | undefined>(undefined)

export const I18nProvider = I18nContext.Provider

function useI18n(): I18n {
  const i18n = useContext(I18nContext)
  if (!i18n) throw new Error('useI18n outside of I18nProvider')
  return i18n
}

/** The texts of the screen; what uses them is drawn anew when the language changes. */
export function useTranslation(): Spoken {
  const i18n = useI18n()
  return useSyncExternalStore(i18n.subscribe, i18n.spoken)
}

/** The language of the screen, and its change. */
export function useLanguage(): readonly [Language, (language: Language) => void] {
  const i18n = useI18n()
  return [useTranslation().language, i18n.change]
}
