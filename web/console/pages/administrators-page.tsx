import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import {
  administrators,
  inviteAdministrator,
  removeAdministrator,
  unbindAdministrator,
} from '../../../contract/features/console/console-installation.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { isEmail } from '../../lib/input/is-email.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { ConsoleField } from '../console-field.tsx'
import { ConsoleTable, More } from '../console-table.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import { usePages } from '../use-pages.ts'

const COLUMNS = ['name', 'email', 'passkey', 'used', 'actions'] as const

type Ways = Pick<PayloadOut<typeof administrators>[number], 'passkeys' | 'account'>

const waysOf = ({ passkeys, account }: Ways, passkey: string): string =>
  [passkeys > 0 ? passkey : '', account?.provider ?? ''].filter(Boolean).join(', ')

export function AdministratorsPage() {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const dialogs = useDialogs()
  const alertError = useErrorAlert()
  const [isInviting, setInviting] = useState(false)
  const { query, rows } = usePages(['administrators'], (place, signal) =>
    api.page(administrators, { query: place }, { signal }),
  )
  const remove = async (id: number, name: string) => {
    const text = t('console.removeQuestion', { name })
    if (
      !(await dialogs.confirm({
        tone: 'check',
        text,
        confirmLabel: t('console.remove'),
        isDangerous: true,
      }))
    )
      return
    await api
      .call(removeAdministrator, { params: { id: String(id) } })
      .then(() => query.refetch(), alertError)
  }
  const unbind = async (id: number, name: string) => {
    const text = t('console.unbindQuestion', { name })
    if (
      !(await dialogs.confirm({
        tone: 'check',
        text,
        confirmLabel: t('console.unbind'),
        isDangerous: true,
      }))
    )
      return
    await api
      .call(unbindAdministrator, { params: { id: String(id) } })
      .then(() => query.refetch(), alertError)
  }
  const timeOr = (at: string | null) =>
    at === null ? t('console.never') : formatInstant(at, language)
  return (
    <>
      <div className="console-bar">
        <p className="meta console-note">{t('console.administratorsHelp')}</p>
        <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
          {t('console.invite')}
        </Button>
      </div>
      <QueryState query={query} count={3} />
      {rows.length > 0 && (
        <ConsoleTable
          label={t('console.page_administrators')}
          heads={COLUMNS.map((id) => ({ id, content: t(`console.administrator_${id}`) }))}
        >
          {rows.map(({ id, name, email, passkeys, account, usedAt, invitedUntil, isSelf }) => (
            <tr key={id}>
              <td className="console-row-title">{isSelf ? t('console.self', { name }) : name}</td>
              <td data-label={t('console.administrator_email')}>{email}</td>
              <td data-label={t('console.administrator_passkey')}>
                {waysOf({ passkeys, account }, t('console.registered')) ||
                  (invitedUntil === null
                    ? t('console.none')
                    : t('console.invitedUntil', { at: timeOr(invitedUntil) }))}
              </td>
              <td className="numbers" data-label={t('console.administrator_used')}>
                {timeOr(usedAt)}
              </td>
              <td>
                {account && (
                  <Button size="small" onClick={() => void unbind(id, name)}>
                    {t('console.unbind')}
                  </Button>
                )}
                <Button size="small" onClick={() => void remove(id, name)}>
                  {t('console.remove')}
                </Button>
              </td>
            </tr>
          ))}
        </ConsoleTable>
      )}
      <More query={query} />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const first = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [link, setLink] = useState<string>()
  const invite = async (): Promise<string | undefined> => {
    if (name.trim() === '') return t('console.required')
    if (!isEmail(email.trim())) return t('console.emailFormat')
    const invited = await api.call(inviteAdministrator, {
      body: { name: name.trim(), email: email.trim() },
    })
    await queries.invalidateQueries({ queryKey: ['administrators'] })
    setLink(invited.link)
    return undefined
  }
  if (link !== undefined)
    return (
      <SecretDialog
        title={t('console.link')}
        help={t('console.linkHelp')}
        secret={link}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={t('console.invite')}
      help={{ text: t('console.inviteHelp') }}
      className="console-form"
      submit={t('console.makeLink')}
      initialFocus={first}
      onSubmit={invite}
      onClose={onClose}
    >
      <ConsoleField
        ref={first}
        label={t('console.administrator_name')}
        value={name}
        onChange={setName}
      />
      <ConsoleField
        type="email"
        label={t('console.administrator_email')}
        value={email}
        onChange={setEmail}
      />
    </FormDialog>
  )
}
