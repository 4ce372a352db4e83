import { createContext, useContext, useSyncExternalStore } from 'react'
import { LANGUAGES, type Language } from '../../contract/core/language.ts'
import type { texts as activity } from '../locales/activity.ko.ts'
import type { texts as compose } from '../locales/compose.ko.ts'
import type { texts as console } from '../locales/console.ko.ts'
import type { texts as dashboard } from '../locales/dashboard.ko.ts'
import type { texts as disclosure } from '../locales/disclosure.ko.ts'
import type { texts as ending } from '../locales/ending.ko.ts'
import { ENTRANCE_TEXTS } from '../locales/entrance.ts'
import type { texts as guide } from '../locales/guide.ko.ts'
import type { texts as manual } from '../locales/manual.ko.ts'
import type { texts as matrix } from '../locales/matrix.ko.ts'
import type { texts as messages } from '../locales/messages.ko.ts'
import type { texts as news } from '../locales/news.ko.ts'
import type { texts as operator } from '../locales/operator.ko.ts'
import type { texts as ownRooms } from '../locales/own-rooms.ko.ts'
import type { texts as questions } from '../locales/questions.ko.ts'
import type { texts as room } from '../locales/room.ko.ts'
import type { texts as search } from '../locales/search.ko.ts'
import type { texts as security } from '../locales/security.ko.ts'
import type { texts as sign } from '../locales/sign.ko.ts'
import type { texts as signOn } from '../locales/sign-on.ko.ts'
import type { texts as step } from '../locales/step.ko.ts'
import type { texts as verify } from '../locales/verify.ko.ts'

type Catalogue = (typeof ENTRANCE_TEXTS)['ko'] &
  typeof room &
  typeof operator &
  typeof ownRooms &
  typeof signOn &
  typeof step &
  typeof activity &
  typeof compose &
  typeof console &
  typeof dashboard &
  typeof disclosure &
  typeof ending &
  typeof guide &
  typeof manual &
  typeof matrix &
  typeof messages &
  typeof questions &
  typeof news &
  typeof search &
  typeof security &
  typeof sign &
  typeof verify
type Stem<Name> = Name extends `${infer Before}_other` ? Before : Name

export type TextKey = {
  [File in keyof Catalogue]: `${File}.${Stem<keyof Catalogue[File] & string>}`
}[keyof Catalogue]

type Values = Readonly<Record<string, string | number>>

/** Fills `{{name}}` and `{{name, number}}`; `count` selects the plural. */
export type Translate = (key: TextKey, values?: Values) => string

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

type TextSource = Readonly<Record<Language, () => Promise<{ readonly texts: Texts }>>>

interface Spoken {
  readonly language: Language
  readonly t: Translate
}

export interface I18n {
  spoken(): Spoken
  change(language: Language): Promise<void>
  load(source: TextSource): Promise<void>
  subscribe(listener: () => void): () => void
}

const KEY = 'language'

const isLanguage = (value: string | null): value is Language =>
  LANGUAGES.some((language) => language === value)

export function preferredLanguage(stored: string | null, browser: readonly string[]): Language {
  if (isLanguage(stored)) return stored
  const first = browser.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => isLanguage(tag))
  return first === 'en' ? 'en' : 'ko'
}

export function translator(language: Language, texts: Texts): Translate {
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
    const forms =
      typeof count === 'number'
        ? [`${name}_${plural.select(count)}`, `${name}_other`, name]
        : [name]
    const text = forms.map((form) => texts[file]?.[form]).find((found) => found !== undefined)
    return text === undefined ? key : fill(text, values)
  }
}

export function createI18n(): I18n {
  const listeners = new Set<() => void>()
  const sources = new Set<TextSource>()
  const texts = { ...ENTRANCE_TEXTS } as Record<Language, Texts>
  const loading = new Map<() => unknown, Promise<void>>()
  let reported: Texts
  let spoken = speak(preferredLanguage(localStorage.getItem(KEY), navigator.languages))
  let wanted = spoken.language

  function speak(language: Language): Spoken {
    document.documentElement.lang = language
    reported = texts[language]
    return { language, t: translator(language, reported) }
  }
  function report(language: Language): void {
    if (spoken.language === language && reported === texts[language]) return
    spoken = speak(language)
    for (const listener of listeners) listener()
  }
  async function fetchTexts(language: Language, source: TextSource): Promise<void> {
    const { texts: more } = await source[language]()
    texts[language] = { ...texts[language], ...more }
  }
  function fetchOnce(language: Language, source: TextSource): Promise<void> {
    const load = source[language]
    const fetched = loading.get(load) ?? fetchTexts(language, source)
    loading.set(load, fetched)
    fetched.catch(() => loading.delete(load))
    return fetched
  }
  async function become(language: Language): Promise<void> {
    wanted = language
    try {
      await Promise.all([...sources].map((source) => fetchOnce(language, source)))
    } catch (error) {
      if (wanted === language) wanted = spoken.language
      throw error
    }
    if (wanted === language) report(language)
  }
  addEventListener('storage', ({ key }) => {
    if (key === KEY)
      become(preferredLanguage(localStorage.getItem(KEY), navigator.languages)).catch(
        () => undefined,
      )
  })
  return {
    spoken: () => spoken,
    async change(language) {
      await become(language)
      if (wanted === language) localStorage.setItem(KEY, language)
    },
    async load(source) {
      sources.add(source)
      await Promise.all(
        [...new Set([spoken.language, wanted])].map((language) => fetchOnce(language, source)),
      )
      report(spoken.language)
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

export function useTranslation(): Spoken {
  const i18n = useI18n()
  return useSyncExternalStore(i18n.subscribe, i18n.spoken)
}

export function useLanguage(): readonly [Language, (language: Language) => Promise<void>] {
  const i18n = useI18n()
  return [useTranslation().language, i18n.change]
}
