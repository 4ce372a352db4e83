import './search-box.css'
import '../../ui/field/field.css'
import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { LIMITS } from '../../../contract/core/limits.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { FIND_KEYS } from '../../lib/input/find-keys.ts'
import { isComposing } from '../../lib/input/is-composing.ts'
import { useNumbering } from '../../room/room-access.ts'
import { Button } from '../../ui/button.tsx'
import { type FoundByNumber, findNumber } from './find-number.ts'

interface SearchBoxProps {
  readonly q: string
  /** Control+F opens the search in these lists. */
  readonly lists: string
  readonly onSearch: (q: string) => void
  readonly roomId: number
  readonly onFound: (found: FoundByNumber) => void
}

export function SearchBox({ q, lists, onSearch, roomId, onFound }: SearchBoxProps) {
  const { t } = useTranslation()
  const api = useApi()
  const numbering = useNumbering()
  const input = useRef<HTMLInputElement>(null)
  const asked = useRef('')
  const [typed, setTyped] = useState({ for: q, text: q })
  if (typed.for !== q) setTyped({ for: q, text: q })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isFind =
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        !event.shiftKey &&
        FIND_KEYS.includes(event.key)
      if (
        !isFind ||
        event.defaultPrevented ||
        !(event.target instanceof Element && event.target.closest(lists))
      )
        return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [lists])

  const seek = async (event: FormEvent) => {
    event.preventDefault()
    const text = typed.text.trim()
    asked.current = text
    const found = numbering === 'off' ? undefined : await findNumber(api, roomId, text)
    if (asked.current !== text) return
    if (!found) return onSearch(text)
    setTyped({ for: q, text: q })
    onFound(found)
  }
  const type = (text: string) => {
    setTyped({ for: q, text })
    if (text === '' && q !== '') onSearch('')
  }
  return (
    <search className="search-box" aria-label={t('search.label')}>
      <form onSubmit={(event) => void seek(event)}>
        <Search />
        <input
          ref={input}
          className="field"
          type="search"
          enterKeyHint="search"
          aria-label={t('search.field')}
          placeholder={t('search.hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={LIMITS.keywordLength}
          value={typed.text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && isComposing(event.nativeEvent)) event.preventDefault()
          }}
        />
        <Button type="submit">{t('search.button')}</Button>
      </form>
    </search>
  )
}
