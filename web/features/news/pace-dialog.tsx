import './news-page.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  MAIL_PACES,
  type MailPace,
  read,
  update,
} from '../../../contract/features/session/preferences.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Choice } from '../../ui/field/choice.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { useToast } from '../../ui/state/toasts.tsx'

const TEXTS = {
  each: ['news.paceEach', 'news.paceEachHint'],
  daily: ['news.paceDaily', 'news.paceDailyHint'],
  weekly: ['news.paceWeekly', 'news.paceWeeklyHint'],
  never: ['news.paceNever', 'news.paceNeverHint'],
} as const satisfies Record<MailPace, readonly [string, string]>

const KEY = ['preferences']

export function PaceDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const name = useId()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(read, {}, { signal }),
    refetchOnMount: 'always',
  })
  const [chosen, setChosen] = useState<MailPace>()
  const pace = chosen ?? query.data?.pace
  const submit = async () => {
    if (pace === undefined) return undefined
    if (pace !== query.data?.pace) {
      await api.call(update, { body: { pace } })
      queries.setQueryData(KEY, { pace })
    }
    toast(t('news.paceDone'))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('news.pace')}
      help={{ text: t('news.paceHelp'), className: 'meta' }}
      className="pace-form"
      submit={t('news.paceSave')}
      onSubmit={submit}
      onClose={onClose}
    >
      {query.data ? (
        <fieldset className="choices">
          <legend>{t('news.paceKind')}</legend>
          {MAIL_PACES.map((value) => (
            <Choice
              key={value}
              type="radio"
              name={name}
              isChosen={pace === value}
              onChange={() => setChosen(value)}
            >
              <span>
                {t(TEXTS[value][0])}
                <span className="meta">{t(TEXTS[value][1])}</span>
              </span>
            </Choice>
          ))}
        </fieldset>
      ) : (
        <QueryState query={query} count={MAIL_PACES.length} />
      )}
    </FormDialog>
  )
}
