import { useState } from 'react'
import { parsed } from '../../../lib/api/send-form.ts'
import { useDraft } from '../../../room/use-draft.ts'
import { isEmpty, type ThreadForm } from './thread-form.ts'

export function useKeptForm(
  form: ThreadForm,
  isKept: boolean,
  onKept: (kept: Partial<ThreadForm>) => void,
) {
  const [isRestored, setRestored] = useState(false)
  const { title, text } = form
  const forget = useDraft({
    kind: 'question',
    text: !isKept || isEmpty(form) ? undefined : JSON.stringify({ title, text }),
    onKept(found) {
      const kept = parsed(found) as Partial<ThreadForm> | undefined
      if (!isKept || typeof kept?.title !== 'string' || typeof kept.text !== 'string') return
      onKept({ title: kept.title, text: kept.text })
      setRestored(true)
    },
  })
  return { isRestored, forget }
}
