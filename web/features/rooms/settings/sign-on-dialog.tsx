import './sign-on-dialog.css'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  type SignOnBinding,
  type SignOnSettings,
  settings as settingsCall,
  unbind,
  update,
} from '../../../../contract/features/session/sign-on.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { formatInstant } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { groupsQuery } from '../../../room/groups.ts'
import { Button } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { Choice } from '../../../ui/field/choice.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { isOfOtherIssuer, ProviderSettings, type SignOnOfRoom } from './provider-settings.tsx'

const signOnQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: ['room', roomId, 'signOn'],
    // No live event says that somebody used an account.
    refetchOnMount: 'always',
    queryFn: ({ signal }) =>
      api.call(settingsCall, { params: { roomId: String(roomId) } }, { signal }),
  })

interface SignOnDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function SignOnDialog({ roomId, onClose }: SignOnDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const id = useId()
  const query = useQuery(signOnQuery(api, roomId))
  const found = query.data
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-help`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('signOnRoom.title')}
      </h2>
      <p id={`${id}-help`} className="modal-text meta">
        {t(found?.available.length === 0 ? 'signOnRoom.none' : 'signOnRoom.help')}
      </p>
      {!found && <QueryState query={query} count={3} />}
      {found && found.available.length > 0 && (
        <SignOnForm roomId={roomId} found={found} onClose={onClose} />
      )}
      {found && found.bindings.length > 0 && (
        <BoundPeople roomId={roomId} bindings={found.bindings} />
      )}
      {(!found || found.available.length === 0) && (
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('common.close')}</Button>
        </div>
      )}
    </Modal>
  )
}

function SignOnForm({
  roomId,
  found,
  onClose,
}: SignOnDialogProps & { readonly found: SignOnOfRoom }) {
  const { t } = useTranslation()
  const api = useApi()
  const id = useId()
  const groups = useQuery(groupsQuery(api, roomId)).data ?? []
  const [chosen, setChosen] = useState<SignOnSettings>(found.settings)
  const save = useSignOnChange(roomId, t('signOnRoom.saved'))
  const isUsable = (each: SignOnSettings['providers'][number]) =>
    found.available.some(
      (provider) => provider.id === each.provider && !isOfOtherIssuer(provider, each),
    )
  const isUnusable = chosen.pin === 'operators' && !chosen.providers.some(isUsable)
  const submit = async () => {
    const providers = chosen.providers.map((each) => ({
      ...each,
      groups: each.groups.filter(({ claim }) => claim.trim() !== ''),
    }))
    const settings = { ...chosen, providers }
    if (await save(() => api.call(update, { body: { id: roomId, settings } }))) onClose()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isUnusable) void submit()
      }}
    >
      {found.available.map((provider) => (
        <ProviderSettings
          key={provider.id}
          provider={provider}
          groups={groups.filter(({ kind }) => kind === 'participants')}
          chosen={chosen.providers.find((each) => each.provider === provider.id)}
          onChange={(changed) => {
            const others = chosen.providers.filter((each) => each.provider !== provider.id)
            setChosen({ ...chosen, providers: changed ? [...others, changed] : others })
          }}
        />
      ))}
      <fieldset className="sign-on-block" aria-describedby={`${id}-problem`}>
        <legend>{t('signOnRoom.pin')}</legend>
        {(['everyone', 'operators'] as const).map((pin) => (
          <Choice
            key={pin}
            type="radio"
            name={`${id}-pin`}
            isChosen={chosen.pin === pin}
            onChange={() => setChosen({ ...chosen, pin })}
          >
            {t(`signOnRoom.pin_${pin}`)}
          </Choice>
        ))}
        <p id={`${id}-problem`} className="problem" role="alert">
          {isUnusable && t('signOnRoom.unusable')}
        </p>
      </fieldset>
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('signOnRoom.save')}
        </Button>
      </div>
    </form>
  )
}

function BoundPeople({
  roomId,
  bindings,
}: {
  readonly roomId: number
  readonly bindings: readonly SignOnBinding[]
}) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const dialogs = useDialogs()
  const change = useSignOnChange(roomId, t('signOnRoom.unbound'))
  const ask = async ({ memberId, name }: SignOnBinding) => {
    const question = {
      tone: 'check',
      text: t('signOnRoom.unbindAsk', { name }),
      detail: t('signOnRoom.unbindEffect'),
    } as const
    if (await dialogs.confirm(question))
      await change(() => api.call(unbind, { body: { id: memberId, roomId } }))
  }
  return (
    <section className="sign-on-block">
      <h3>{t('signOnRoom.people')}</h3>
      <ul className="sign-on-people">
        {bindings.map((binding) => (
          <li key={`${binding.memberId} ${binding.provider}`}>
            <span>
              {binding.name}{' '}
              <span className="meta numbers">
                {binding.provider}, {formatInstant(binding.since, language)}
              </span>
            </span>
            <Button
              size="small"
              aria-label={t('signOnRoom.unbindOf', { name: binding.name })}
              onClick={() => void ask(binding)}
            >
              {t('signOnRoom.unbind')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useSignOnChange(roomId: number, done: string) {
  const api = useApi()
  const block = useBusy()
  const toast = useToast()
  const queries = useQueryClient()
  const alertError = useErrorAlert('error')
  return async (send: () => Promise<unknown>): Promise<boolean> => {
    try {
      await block(send())
      toast(done)
      return true
    } catch (error) {
      await alertError(error)
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: signOnQuery(api, roomId).queryKey })
    }
  }
}
