import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { PASSKEYS_PER_MEMBER } from '../../../contract/features/passkeys.ts'
import {
  FRESH_PROOF_MS,
  type list,
  remove,
} from '../../../contract/features/session/address-passkeys.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { addOwnPasskey, hasPasskeys, ownPasskeysQuery } from './own-passkeys-query.ts'
import { ownBearer, PROVEN_KEY } from './own-rooms-query.ts'

type OwnPasskey = PayloadOut<typeof list>[number]

export function OwnPasskeys() {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery(ownPasskeysQuery(api))
  const heading = useRef<HTMLHeadingElement>(null)
  const { passkeys = [], canAdd = false } = query.data ?? {}
  if (!hasPasskeys() && passkeys.length === 0) return null
  return (
    <section aria-labelledby="own-passkeys" className="own-passkeys">
      <h2 id="own-passkeys" ref={heading} tabIndex={-1} className="own-rooms-heading">
        {t('rooms.passkeys')}
      </h2>
      <p className="meta">{t('rooms.passkeysHelp')}</p>
      <QueryState query={query} count={1} />
      {query.data && (
        <>
          <ul className="own-rooms-list">
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onGone={() => heading.current?.focus()}
              />
            ))}
          </ul>
          <Adding canAdd={canAdd} passkeys={passkeys} />
        </>
      )}
    </section>
  )
}

/** Counting would repeat a number after a removal. */
function nextNumber(passkeys: readonly OwnPasskey[], nameOf: (number: number) => string): number {
  const names = new Set(passkeys.map(({ name }) => name))
  let number = 1
  while (names.has(nameOf(number))) number += 1
  return number
}

function Adding({
  canAdd,
  passkeys,
}: {
  readonly canAdd: boolean
  readonly passkeys: readonly OwnPasskey[]
}) {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const queries = useQueryClient()
  const toast = useToast()
  const alertError = useErrorAlert()
  const [isAdding, setAdding] = useState(false)
  const [said, setSaid] = useState<string>()
  if (!hasPasskeys()) return null

  const nameOf = (number: number) => t('rooms.passkeyNewName', { number })
  const add = async () => {
    const name = nameOf(nextNumber(passkeys, nameOf))
    setAdding(true)
    setSaid(undefined)
    try {
      const outcome = await addOwnPasskey(api, name)
      if (outcome === 'declined') setSaid(t('rooms.passkeyDeclined'))
      else if (outcome === 'known')
        await dialogs.alert({ tone: 'check', text: t('rooms.passkeyKnown') })
      else toast(t('rooms.passkeyAdded', { name }))
    } catch (error) {
      await (error instanceof ApiError
        ? alertError(error)
        : dialogs.alert({ tone: 'check', text: t('rooms.passkeyFailed') }))
    }
    await queries.invalidateQueries({ queryKey: PROVEN_KEY })
    setAdding(false)
  }
  const blocked = canAdd
    ? passkeys.length < PASSKEYS_PER_MEMBER
      ? undefined
      : t('rooms.passkeysFull', { limit: PASSKEYS_PER_MEMBER })
    : t('rooms.passkeyOld', { minutes: FRESH_PROOF_MS / 60_000 })
  return (
    <div className="own-passkeys-add">
      <Button icon={Plus} isBusy={isAdding} blockedBecause={blocked} onClick={() => void add()}>
        {t('rooms.passkeyAdd')}
      </Button>
      <p role="status" className="meta">
        {said ?? (canAdd ? undefined : blocked)}
      </p>
    </div>
  )
}

function PasskeyRow({
  passkey,
  onGone,
}: {
  readonly passkey: OwnPasskey
  readonly onGone: () => void
}) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const dialogs = useDialogs()
  const queries = useQueryClient()
  const toast = useToast()
  const alertError = useErrorAlert()
  const [isRemoving, setRemoving] = useState(false)
  const { id, name, createdAt, usedAt } = passkey
  const removeIt = async () => {
    const text = t('rooms.passkeyRemoveAsk', { name })
    if (
      isRemoving ||
      !(await dialogs.confirm({ tone: 'check', text, confirmLabel: t('rooms.passkeyRemove') }))
    )
      return
    setRemoving(true)
    try {
      await api.call(remove, { body: { id } }, ownBearer(api))
      toast(t('rooms.passkeyRemoved', { name }))
    } catch (error) {
      await alertError(error)
    }
    await queries.invalidateQueries({ queryKey: PROVEN_KEY })
    setRemoving(false)
    onGone()
  }
  return (
    <li className="own-rooms-row">
      <div className="own-rooms-text">
        <span className="own-rooms-name">{name}</span>
        <span className="meta numbers own-rooms-facts">
          <span>{t('rooms.passkeyCreated', { date: formatInstant(createdAt, language) })}</span>
          <span>
            {usedAt === null
              ? t('rooms.passkeyUnused')
              : t('rooms.passkeyUsed', { date: formatInstant(usedAt, language) })}
          </span>
        </span>
      </div>
      <IconButton
        icon={Trash2}
        size="small"
        label={t('rooms.passkeyRemoveOf', { name })}
        tip={t('rooms.passkeyRemove')}
        isBusy={isRemoving}
        onClick={() => void removeIt()}
      />
    </li>
  )
}
