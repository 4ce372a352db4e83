import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { CONSOLE_KEY_SCOPES, type ConsoleKeyScope } from '../../../contract/core/api-key-scopes.ts'
import {
  apiKeys,
  createApiKey,
  revokeApiKey,
} from '../../../contract/features/console/console-installation.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { systemClock } from '../../lib/browser/clock.ts'
import { dayOf, formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Choice } from '../../ui/field/choice.tsx'
import { Chip } from '../../ui/list/chip.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { ConsoleField } from '../console-field.tsx'
import { ConsoleTable, More } from '../console-table.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import { usePages } from '../use-pages.ts'

const COLUMNS = ['name', 'scopes', 'state', 'used', 'actions'] as const
const DAYS = 90
const DAY_MS = 86_400_000

export function KeysPage() {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const dialogs = useDialogs()
  const alertError = useErrorAlert()
  const [isMaking, setMaking] = useState(false)
  const { query, rows } = usePages(['keys'], (place, signal) =>
    api.page(apiKeys, { query: place }, { signal }),
  )
  const revoke = async (id: number, name: string) => {
    const text = t('console.revokeQuestion', { name })
    if (
      !(await dialogs.confirm({
        tone: 'check',
        text,
        confirmLabel: t('console.revoke'),
        isDangerous: true,
      }))
    )
      return
    await api
      .call(revokeApiKey, { params: { id: String(id) } })
      .then(() => query.refetch(), alertError)
  }
  return (
    <>
      <div className="console-bar">
        <p className="meta console-note">{t('console.keysHelp')}</p>
        <Button variant="primary" icon={Plus} onClick={() => setMaking(true)}>
          {t('console.newKey')}
        </Button>
      </div>
      <QueryState query={query} count={3} />
      {query.isSuccess && rows.length === 0 && (
        <EmptyState icon={KeyRound} text={t('console.noKeys')} />
      )}
      {rows.length > 0 && (
        <ConsoleTable
          label={t('console.page_keys')}
          heads={COLUMNS.map((id) => ({ id, content: t(`console.key_${id}`) }))}
        >
          {rows.map(({ id, name, scopes, endsAt, revokedAt, usedAt }) => {
            const isValid = revokedAt === null && new Date(endsAt).getTime() > systemClock.now()
            return (
              <tr key={id}>
                <td className="console-row-title">{name}</td>
                <td data-label={t('console.key_scopes')}>{scopes.join(', ')}</td>
                <td data-label={t('console.key_state')}>
                  <Chip
                    tone={isValid ? 'ok' : 'neutral'}
                    text={
                      revokedAt === null
                        ? t('console.keyUntil', { day: dayOf(endsAt) })
                        : t('console.revoked')
                    }
                  />
                </td>
                <td className="numbers" data-label={t('console.key_used')}>
                  {usedAt === null ? t('console.never') : formatInstant(usedAt, language)}
                </td>
                <td>
                  {isValid && (
                    <Button size="small" onClick={() => void revoke(id, name)}>
                      {t('console.revoke')}
                    </Button>
                  )}
                </td>
              </tr>
            )
          })}
        </ConsoleTable>
      )}
      <More query={query} />
      {isMaking && <NewKeyDialog onClose={() => setMaking(false)} />}
    </>
  )
}

function NewKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const first = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly ConsoleKeyScope[]>(['rooms:read'])
  const [day, setDay] = useState(() => dayOf(systemClock.now() + DAYS * DAY_MS))
  const [key, setKey] = useState<string>()
  const make = async (): Promise<string | undefined> => {
    if (name.trim() === '' || scopes.length === 0) return t('console.required')
    const endsAt = new Date(`${day}T23:59:59+09:00`)
    if (Number.isNaN(endsAt.getTime())) return t('console.required')
    const made = await api.call(createApiKey, {
      body: { name: name.trim(), scopes: [...scopes], endsAt: endsAt.toISOString() },
    })
    await queries.invalidateQueries({ queryKey: ['keys'] })
    setKey(made.key)
    return undefined
  }
  if (key !== undefined)
    return (
      <SecretDialog
        title={t('console.key')}
        help={t('console.keyHelp')}
        secret={key}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={t('console.newKey')}
      className="console-form"
      submit={t('console.make')}
      initialFocus={first}
      onSubmit={make}
      onClose={onClose}
    >
      <ConsoleField ref={first} label={t('console.key_name')} value={name} onChange={setName} />
      <fieldset className="console-choices">
        <legend>{t('console.key_scopes')}</legend>
        {CONSOLE_KEY_SCOPES.map((scope) => (
          <Choice
            key={scope}
            type="checkbox"
            isChosen={scopes.includes(scope)}
            onChange={(isChosen) =>
              setScopes((before) =>
                isChosen ? [...before, scope] : before.filter((each) => each !== scope),
              )
            }
          >
            {scope}
          </Choice>
        ))}
      </fieldset>
      <ConsoleField type="date" label={t('console.key_end')} value={day} onChange={setDay} />
    </FormDialog>
  )
}
