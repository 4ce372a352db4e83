import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Webhook } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  createWebhook,
  removeWebhook,
  webhooks,
} from '../../../contract/features/console/console-installation.ts'
import {
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '../../../contract/features/programs/webhook-events.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Choice } from '../../ui/field/choice.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { ConsoleField } from '../console-field.tsx'
import { ConsoleTable } from '../console-table.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'

const COLUMNS = ['url', 'owner', 'events', 'deliveries', 'actions'] as const

export function WebhooksPage() {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const alertError = useErrorAlert()
  const [isMaking, setMaking] = useState(false)
  const [open, setOpen] = useState<number>()
  const query = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => api.call(webhooks, {}, { signal }),
  })
  const remove = async (id: number, url: string) => {
    const text = t('console.removeHookQuestion', { url })
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
      .call(removeWebhook, { params: { id: String(id) } })
      .then(() => query.refetch(), alertError)
  }
  const rows = query.data ?? []
  return (
    <>
      <div className="console-bar">
        <p className="meta console-note">{t('console.webhooksHelp')}</p>
        <Button variant="primary" icon={Plus} onClick={() => setMaking(true)}>
          {t('console.newWebhook')}
        </Button>
      </div>
      <QueryState query={query} count={3} />
      {query.isSuccess && rows.length === 0 && (
        <EmptyState icon={Webhook} text={t('console.noWebhooks')} />
      )}
      {rows.length > 0 && (
        <ConsoleTable
          label={t('console.page_webhooks')}
          heads={COLUMNS.map((id) => ({ id, content: t(`console.hook_${id}`) }))}
        >
          {rows.map(({ id, url, key, events, waiting, failed }) => (
            <tr key={id}>
              <td className="console-row-title">{url}</td>
              <td data-label={t('console.hook_owner')}>{key ?? t('console.title')}</td>
              <td data-label={t('console.hook_events')}>{events.join(', ')}</td>
              <td data-label={t('console.hook_deliveries')}>
                <button type="button" className="console-link" onClick={() => setOpen(id)}>
                  {t('console.deliveryCounts', { waiting, failed })}
                </button>
              </td>
              <td>
                <Button size="small" onClick={() => void remove(id, url)}>
                  {t('console.remove')}
                </Button>
              </td>
            </tr>
          ))}
        </ConsoleTable>
      )}
      {isMaking && <NewWebhookDialog onClose={() => setMaking(false)} />}
      {open !== undefined && (
        <DeliveriesDialog webhookId={open} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

function NewWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const first = useRef<HTMLInputElement>(null)
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>([])
  const [secret, setSecret] = useState<string>()
  const make = async (): Promise<string | undefined> => {
    if (url.trim() === '' || events.length === 0) return t('console.required')
    const made = await api.call(createWebhook, { body: { url: url.trim(), events: [...events] } })
    await queries.invalidateQueries({ queryKey: ['webhooks'] })
    setSecret(made.secret)
    return undefined
  }
  if (secret !== undefined)
    return (
      <SecretDialog
        title={t('console.secret')}
        help={t('console.secretHelp')}
        secret={secret}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={t('console.newWebhook')}
      className="console-form"
      submit={t('console.make')}
      initialFocus={first}
      onSubmit={make}
      onClose={onClose}
    >
      <ConsoleField
        ref={first}
        type="url"
        label={t('console.hook_url')}
        value={url}
        onChange={setUrl}
      />
      <fieldset className="console-choices">
        <legend>{t('console.hook_events')}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Choice
            key={event}
            type="checkbox"
            isChosen={events.includes(event)}
            onChange={(isChosen) =>
              setEvents((before) =>
                isChosen ? [...before, event] : before.filter((each) => each !== event),
              )
            }
          >
            {event}
          </Choice>
        ))}
      </fieldset>
    </FormDialog>
  )
}
