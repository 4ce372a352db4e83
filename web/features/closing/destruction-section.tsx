import { Flame, TriangleAlert } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { withdraw } from '../../../contract/features/ending.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { formatInstant, formatSize } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { DestroyDialog } from './destroy-dialog.tsx'
import type { Ending, EndingRoom } from './ending-query.ts'
import { HowItBegins } from './how-it-begins.tsx'
import { useEndingCalls } from './use-ending-calls.ts'

interface DestructionSectionProps {
  readonly room: EndingRoom
  readonly ending: Ending
  readonly onDestroying: () => void
}

export function DestructionSection({ room, ending, onDestroying }: DestructionSectionProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const [dialog, setDialog] = useState<'ask' | 'confirm'>()
  const place = useRef<HTMLElement>(null)
  const { destruction, lastArchiveAt } = ending
  return (
    <section ref={place} tabIndex={-1} className="ending-part" aria-labelledby="ending-destruction">
      <h2 id="ending-destruction">{t('ending.destruction')}</h2>
      <p className="meta">{t('ending.destructionLead')}</p>
      {destruction && (
        <Pending
          {...{ place, destruction }}
          otherOperators={ending.otherOperators}
          roomId={room.roomId}
          onConfirm={() => setDialog('confirm')}
        />
      )}
      <div className="ending-columns">
        <WhatGoes ending={ending} />
        <WhatStays ending={ending} />
      </div>
      {lastArchiveAt === null ? (
        <p className="ending-warning">
          <TriangleAlert />
          <span>{t('ending.noArchive')}</span>
        </p>
      ) : (
        <p className="meta numbers">
          {t('ending.lastArchive', { date: formatInstant(lastArchiveAt, language) })}
        </p>
      )}
      {!destruction && (
        <>
          <HowItBegins className="meta" ending={ending} />
          <div className="ending-buttons">
            <Button
              variant="danger"
              icon={Flame}
              aria-haspopup="dialog"
              onClick={() => setDialog('ask')}
            >
              {t('ending.ask')}
            </Button>
          </div>
        </>
      )}
      {dialog && (
        <DestroyDialog
          {...{ place, room, ending }}
          kind={dialog}
          onDestroying={onDestroying}
          onClose={() => setDialog(undefined)}
        />
      )}
    </section>
  )
}

interface PendingProps {
  readonly place: RefObject<HTMLElement | null>
  readonly roomId: number
  readonly destruction: NonNullable<Ending['destruction']>
  readonly otherOperators: number
  readonly onConfirm: () => void
}

const MINUTE_MS = 60_000
const TICK_MS = 10_000

function TimeLeft({ until }: { readonly until: string }) {
  const { t } = useTranslation()
  const left = Math.ceil((Date.parse(until) - useNow(TICK_MS)) / MINUTE_MS)
  const hours = Math.floor(left / 60)
  if (left <= 0) return <strong>{t('ending.dueNow')}</strong>
  return (
    <strong>
      {hours > 0
        ? t('ending.dueHours', { hours, minutes: left % 60 })
        : t('ending.dueMinutes', { minutes: left })}
    </strong>
  )
}

function Pending({ place, roomId, destruction, otherOperators, onConfirm }: PendingProps) {
  const { askedAt, askedBy, askedByMe, mayConfirm, dueAt } = destruction
  const { t } = useTranslation()
  const [language] = useLanguage()
  const { api, dialogs, run } = useEndingCalls(roomId, place)
  const at = { date: formatInstant(askedAt, language) }
  const waits = askedByMe ? 'ending.waitsOther' : 'ending.mayNotConfirm'
  const takeBack = async () => {
    const question = {
      tone: 'check',
      text: t('ending.withdrawAsk'),
      detail: <p className="modal-text meta">{t('ending.withdrawEffect')}</p>,
      confirmLabel: t('ending.withdraw'),
    } as const
    if (await dialogs.confirm(question))
      await run(() => api.call(withdraw, { body: { id: roomId } }), t('ending.withdrawn'))
  }
  return (
    <div className="ending-pending">
      <h3>
        <TriangleAlert />
        {t('ending.pending')}
      </h3>
      <p className="numbers">
        {t('ending.dueAt', { date: formatInstant(dueAt, language) })} <TimeLeft until={dueAt} />
      </p>
      <p className="meta numbers">
        {askedBy ? t('ending.askedBy', { ...askedBy, ...at }) : t('ending.askedAtMachine', at)}
      </p>
      {!mayConfirm && (
        <p className="meta">{t(otherOperators === 0 ? 'ending.waitsTime' : waits)}</p>
      )}
      <div className="ending-buttons">
        <Button onClick={() => void takeBack()}>{t('ending.withdraw')}</Button>
        {mayConfirm && (
          <Button variant="danger" icon={Flame} aria-haspopup="dialog" onClick={onConfirm}>
            {t('ending.confirm')}
          </Button>
        )}
      </div>
    </div>
  )
}

function WhatGoes({ ending: { documents, bytes } }: { readonly ending: Ending }) {
  const { t } = useTranslation()
  return (
    <div>
      <h3>{t('ending.goes')}</h3>
      <ul className="ending-list">
        <li>{t('ending.goesDocuments', { count: documents, size: formatSize(bytes) })}</li>
        <li>{t('ending.goesPages')}</li>
        <li>{t('ending.goesMessages')}</li>
        <li>{t('ending.goesSigned')}</li>
      </ul>
    </div>
  )
}

function WhatStays({ ending: { backupDays, keyBackupDays } }: { readonly ending: Ending }) {
  const { t } = useTranslation()
  return (
    <div>
      <h3>{t('ending.stays')}</h3>
      <ul className="ending-list">
        <li>{t('ending.staysLog')}</li>
        <li>{t('ending.staysDatabase', { count: backupDays })}</li>
        <li>{t('ending.staysKeys', { count: keyBackupDays })}</li>
        <li>{t('ending.staysCertificate')}</li>
      </ul>
    </div>
  )
}
